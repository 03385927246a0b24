import type { CheckAnswer, Rect } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import { StickerView } from "../StickerView.tsx";
import type { ShownCheck } from "../types.ts";
import styles from "./Check.module.css";
import { NumberPad } from "./NumberPad.tsx";
import { EMPTY_ENTRY, deleteDigit, isComplete, typeDigit } from "./entry.ts";

type Props = { photo: ShownCheck["photo"]; rect: Rect; onAnswer: (answer: CheckAnswer) => void };

/** One sticker, to be typed. */
export function StickerCheck({ photo, rect, onAnswer }: Props): ReactElement {
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const submit = (): void => {
    if (isComplete(entry)) onAnswer({ kind: "values", code: entry.code, quantity: entry.quantity });
    else if (entry.code.length > 0) setEntry({ ...entry, field: entry.field === "code" ? "quantity" : "code" });
  };
  useDigitKeys({
    onDigit: (digit) => setEntry((before) => typeDigit(before, digit)),
    onDelete: () => setEntry(deleteDigit),
    onNext: submit,
  });
  return (
    <>
      <div className={styles["view"]}>
        <StickerView photo={photo} rect={rect} />
      </div>
      <div className={styles["other"]}>
        <Button onClick={() => onAnswer({ kind: "no-sticker" })}>No sticker</Button>
        <Button onClick={() => onAnswer({ kind: "unreadable" })}>Can’t read</Button>
      </div>
      <NumberPad
        entry={entry}
        onDigit={(digit) => setEntry(typeDigit(entry, digit))}
        onDelete={() => setEntry(deleteDigit(entry))}
        onField={(field) => setEntry({ ...entry, field })}
        onNext={submit}
      />
    </>
  );
}

type Keys = { onDigit: (digit: string) => void; onDelete: () => void; onNext: () => void };

/** Digits, Backspace and Enter, also of a number block. Enter on a focused button presses that button. */
function useDigitKeys({ onDigit, onDelete, onNext }: Keys): void {
  const handle = useStableCallback((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnButton = event.target instanceof HTMLElement && event.target.closest("a, button, [role=dialog]") !== null;
    if (/^\d$/.test(event.key)) onDigit(event.key);
    else if (event.key === "Backspace") onDelete();
    else if (event.key === "Enter" && !isOnButton && !event.repeat) onNext();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [handle]);
}
