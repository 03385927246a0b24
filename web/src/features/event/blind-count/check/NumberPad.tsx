import { Button } from "antd";
import type { MouseEvent, ReactElement } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import styles from "./Check.module.css";
import { type Entry, isComplete } from "./entry.ts";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

type Props = {
  entry: Entry;
  onDigit: (digit: string) => void;
  onDelete: () => void;
  onField: (field: Entry["field"]) => void;
  onNext: () => void;
};

/** The buttons take no focus, so that Enter of a keyboard is always the next check. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** Code and quantity with a number pad under the thumb. Digits, Backspace and Enter of a keyboard do the same. */
export function NumberPad({ entry, onDigit, onDelete, onField, onNext }: Props): ReactElement {
  return (
    <div className={styles["pad"]}>
      <div className={styles["fields"]}>
        <Field title="Code" field="code" entry={entry} onField={onField} />
        <Field title="Quantity" field="quantity" entry={entry} onField={onField} />
      </div>
      <fieldset aria-label="Number pad" className={styles["digits"]}>
        {DIGITS.map((digit) => (
          <Button key={digit} size="large" onMouseDown={keepFocus} onClick={() => onDigit(digit)}>
            {digit}
          </Button>
        ))}
        <Button size="large" onMouseDown={keepFocus} aria-label="Delete the last digit" onClick={onDelete}>
          ⌫
        </Button>
        <Button size="large" onMouseDown={keepFocus} onClick={() => onDigit("0")}>
          0
        </Button>
        <ReasonButton
          type="primary"
          size="large"
          onMouseDown={keepFocus}
          reason={isComplete(entry) ? null : "Type six digits of the code, and the quantity."}
          onClick={onNext}
        >
          Next
        </ReasonButton>
      </fieldset>
    </div>
  );
}

type FieldProps = { title: string; field: Entry["field"]; entry: Entry; onField: Props["onField"] };

const Field = ({ title, field, entry, onField }: FieldProps): ReactElement => (
  <button
    type="button"
    className={styles["field"]}
    aria-pressed={entry.field === field}
    aria-label={`${title}: ${entry[field] === "" ? "empty" : entry[field]}`}
    onClick={() => onField(field)}
  >
    <span className="pc-quiet">{title}</span>
    <span className={`${styles["value"] ?? ""} pc-code`}>{entry[field]}</span>
  </button>
);
