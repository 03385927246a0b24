import type { InputEvent } from "react";

/** For the fields of codes and quantities: a letter must not replace the selected value. It is a command, or it does nothing. */
export function rejectNonDigits(event: InputEvent<HTMLInputElement>): void {
  if (event.data !== "" && !/\d/.test(event.data)) event.preventDefault();
}
