import type { ReadingField } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import type { ReviewKey } from "../keyboard/key-table.ts";
import { useHint } from "../keyboard/review-keys.ts";
import styles from "./Candidates.module.css";

type Props = {
  className: string;
  title: string;
  field: ReadingField;
  offered: readonly string[];
  /** Its keys count for the whole card. */
  isFirst: boolean;
  onChoose: (value: string) => void;
};

const KEYS = ["candidate.1", "candidate.2", "candidate.3"] as const satisfies ReviewKey[];

/** The reader's ideas; one click or one key takes one. A doubtful reading stands among them, to be confirmed. */
export function Candidates({ className, title, field, offered, isFirst, onChoose }: Props): ReactElement | null {
  if (offered.length === 0) return null;
  return (
    <div className={`${styles["candidates"] ?? ""} ${className}`} data-first={isFirst}>
      <span className={styles["what"]}>{field === "code" ? "Code" : "Quantity"}</span>
      {offered.map((value, at) => (
        <Candidate
          key={value}
          action={KEYS[at] ?? "candidate.1"}
          place={at + 1}
          value={value}
          name={`Use ${value} as ${field} of ${title.toLowerCase()}`}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

type CandidateProps = { action: ReviewKey; place: number; value: string; name: string; onChoose: Props["onChoose"] };

function Candidate({ action, place, value, name, onChoose }: CandidateProps): ReactElement {
  return (
    <Button
      size="small"
      className={`${styles["candidate"] ?? ""} pc-code`}
      aria-label={name}
      title={useHint(action, "Take it")}
      onClick={() => onChoose(value)}
    >
      {value}
      {/* Seen where the key counts; its room is always there. */}
      <kbd className={styles["key"]}>{place}</kbd>
    </Button>
  );
}
