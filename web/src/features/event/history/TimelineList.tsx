import { type TimelineEntry, TIMELINE_KIND_TITLES } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { Sentence } from "../../../shared/audit/Sentence.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "./History.module.css";

type OnPerson = (sid: string) => void;

/** The entries of an event's timeline. */
export function TimelineList({
  items,
  onPerson,
}: {
  items: readonly TimelineEntry[];
  onPerson: OnPerson;
}): ReactElement {
  return (
    <ol className={`pc-panel ${styles["list"] ?? ""}`} aria-label="Timeline">
      {items.map((entry) => (
        <li key={entry.key}>
          <span className={`pc-quiet ${styles["time"] ?? ""}`}>
            <DateText iso={entry.at} />
          </span>
          <span className={styles["what"]}>
            <Person entry={entry} onPerson={onPerson} /> <Sentence parts={entry.sentence} />
          </span>
          <span className={`pc-quiet ${styles["kind"] ?? ""}`}>{TIMELINE_KIND_TITLES[entry.kind]}</span>
        </li>
      ))}
    </ol>
  );
}

function Person({
  entry: { kind, person },
  onPerson,
}: {
  entry: TimelineEntry;
  onPerson: OnPerson;
}): ReactElement | null {
  // The sentence of a detection begins with its photo.
  if (person === null) return kind === "detection" ? null : <>Precount</>;
  return (
    <Button
      type="link"
      className={styles["person"] ?? ""}
      aria-label={`Show only ${person.name}`}
      onClick={() => onPerson(person.sid)}
    >
      <bdi>{person.name}</bdi>
    </Button>
  );
}
