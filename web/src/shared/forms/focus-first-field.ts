/** A field of a dialog that the user types in. */
const FIELD = "[role=dialog] :is(input, textarea)";

/**
 * Calls `focus` after a dialog has opened, unless the user is already in one of its fields: the opening animation may end while the
 * user types, and the rest of the text would go into the first field.
 */
export function focusFirstField(focus: () => void): void {
  if (!document.activeElement?.matches(FIELD)) focus();
}

/** For `afterOpenChange` of a dialog with a form: without it, the dialog's close button has the focus. */
export function focusFieldOnOpen(isOpen: boolean): void {
  if (isOpen) focusFirstField(() => shownFields().at(0)?.focus());
}

/** The fields of the dialog that opened last. A closed dialog may still be in the page. */
function shownFields(): HTMLElement[] {
  const dialogs = [...document.querySelectorAll("[role=dialog]")].filter((dialog) => dialog.checkVisibility());
  return [...(dialogs.at(-1)?.querySelectorAll<HTMLElement>("input, textarea") ?? [])].filter(
    (field) => field.checkVisibility() && !field.matches(":disabled"),
  );
}
