/** A field of a dialog that the user types in. */
const FIELD = "[role=dialog] :is(input, textarea)";

/**
 * Calls `focus` after a dialog has opened, unless the user is already in one of its fields: the opening animation may end while the
 * user types, and the rest of the text would go into the first field.
 */
export function focusFirstField(focus: () => void): void {
  if (!document.activeElement?.matches(FIELD)) focus();
}
