import { type ReadingField, differingDigits } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import type { ReviewKey } from "../keyboard/key-table.ts";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "./Alternatives.module.css";

type Props = {
  className: string;
  title: string;
  field: ReadingField;
  offered: readonly string[];
  /** Its keys also count while the card itself has the focus. */
  hasCardKeys: boolean;
  onChoose: (value: string) => void;
};

const KEYS = ["candidate.1", "candidate.2", "candidate.3"] as const satisfies ReviewKey[];

/** The alternatives of a reading; a click or a key takes one. A doubtful reading is among them, to be confirmed. */
export function Alternatives({ className, title, field, offered, hasCardKeys, onChoose }: Props): ReactElement | null {
  if (offered.length === 0) return null;
  return (
    <div className={`${styles["alternatives"] ?? ""} ${className}`} data-first={hasCardKeys}>
      <span className={styles["field"]}>{field === "code" ? "Code" : "Quantity"}</span>
      {offered.map((value, at) => (
        <Alternative
          key={value}
          action={KEYS[at] ?? "candidate.1"}
          number={at + 1}
          value={value}
          emphasized={differingDigits(value, offered)}
          name={`Use ${value} as ${field} of ${title.toLowerCase()}`}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

type AlternativeProps = {
  action: ReviewKey;
  number: number;
  value: string;
  emphasized: readonly number[];
  name: string;
  onChoose: Props["onChoose"];
};

function Alternative({ action, number, value, emphasized, name, onChoose }: AlternativeProps): ReactElement {
  return (
    <Button
      size="small"
      className={`${styles["alternative"] ?? ""} pc-code`}
      aria-label={name}
      title={useKeyTooltip(action, `Use suggestion ${number}`)}
      onClick={() => onChoose(value)}
    >
      <span>
        {value.split("").map((digit, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- a digit is its place
          emphasized.includes(at) ? <b key={at}>{digit}</b> : digit,
        )}
      </span>
      {/* Visible where the key counts; its space is always reserved. */}
      <kbd className={styles["key"]}>{number}</kbd>
    </Button>
  );
}
