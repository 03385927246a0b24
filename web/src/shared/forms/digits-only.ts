import type { ClipboardEvent, InputEvent } from "react";
import { feedback } from "../feedback/feedback.ts";

/** A text that is pasted has one number, with spaces around it at most: `12.5` must not become 125. */
const ONE_NUMBER = /^\s*\d+\s*$/;

/** For the fields of codes and quantities: a letter must not replace the selected value. It is a command, or it does nothing. */
function rejectNonDigits(event: InputEvent<HTMLInputElement>): void {
  if (event.data === "" || ONE_NUMBER.test(event.data)) return;
  event.preventDefault();
  // Dropped text, and in some browsers pasted text, arrives here.
  if (/\d/.test(event.data)) explain();
}

function rejectPastedText(event: ClipboardEvent<HTMLInputElement>): void {
  if (ONE_NUMBER.test(event.clipboardData.getData("text"))) return;
  event.preventDefault();
  explain();
}

const explain = (): void => feedback.warning("Not pasted. Copy a single number without other characters.");

/** The props of an input that takes digits only. */
export const DIGITS_ONLY = { onBeforeInput: rejectNonDigits, onPaste: rejectPastedText } as const;
