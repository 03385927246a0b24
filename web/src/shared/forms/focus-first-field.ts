/** A field of a dialog that the user types in. */
const FIELD = "[role=dialog] :is(input, textarea)";

/**
 * Calls `focus` after a dialog has opened, unless the user is already in one of its fields: the opening animation may end while the
 * user types, and the rest of the text would go into the first field.
 */
export function focusFirstField(focus: () => void): void {
  if (!document.activeElement?.matches(FIELD)) focus();
}

/**
 * For `afterOpenChange` of a dialog with a form: without it, the dialog's close button has the focus. Not on a touch screen, where the
 * on-screen keyboard would open and cover a QR code or a proposed text.
 */
export function focusFieldOnOpen(isOpen: boolean): void {
  if (isOpen && !matchMedia("(pointer: coarse)").matches) focusFirstField(() => focusAtEnd(shownFields().at(0)));
}

/** Browsers put the caret of a text area before its text. */
function focusAtEnd(field: HTMLElement | undefined): void {
  field?.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** The fields of the dialog that opened last. A closed dialog may still be in the page. */
function shownFields(): HTMLElement[] {
  const dialogs = [...document.querySelectorAll("[role=dialog]")].filter((dialog) => dialog.checkVisibility());
  return [...(dialogs.at(-1)?.querySelectorAll<HTMLElement>("input, textarea") ?? [])].filter(
    (field) => field.checkVisibility() && !field.matches(":disabled"),
  );
}
