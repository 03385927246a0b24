import { useEffect } from "react";
import { focusFieldOnOpen } from "./focus-first-field.ts";

/** Inside a form of a dialog that may be loaded only after the dialog has opened: focuses its first field. */
export function FocusWhenLoaded(): null {
  useEffect(() => focusFieldOnOpen(true), []);
  return null;
}
