import { CONTENT_ID, focusContent } from "../ui/content.ts";

const ROW_SELECTOR = "tbody > tr, li, [role=row]";
const CONTROL_SELECTOR = "a[href], button, input:not([disabled]), select, textarea, [tabindex='0']";

/** Where the focus was last in the content area. */
type Place = {
  focused: Element;
  /** Whether it is in a part of the screen that appears and disappears, such as the actions for the selected rows. */
  isTransient: boolean;
  /** Null outside of lists. */
  row: { element: Element; list: Element; index: number; control: number } | null;
};

const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)];

function placeOf(focused: Element): Place {
  const isTransient = focused.closest("[data-transient]") !== null;
  const element = focused.closest(ROW_SELECTOR);
  const list = element?.parentElement;
  if (!element || !list) return { focused, isTransient, row: null };
  const index = [...list.children].indexOf(element);
  const control = controlsOf(element).findIndex((one) => one === focused);
  return { focused, isTransient, row: { element, list, index, control } };
}

/** Focuses the same control of the row that took the place of the removed one. */
function focusNextRow({ row }: Place): boolean {
  if (row === null || row.element.isConnected || !row.list.isConnected) return false;
  const rows = [...row.list.children].filter((one) => one.matches(ROW_SELECTOR));
  const controls = controlsOf(row.list.children[row.index] ?? rows.at(-1) ?? row.list);
  const next = controls[row.control] ?? controls[0];
  next?.focus({ preventScroll: true });
  return next !== undefined && next === document.activeElement;
}

/**
 * Moves the focus when its element was removed, such as a row whose photo was rejected: to the next row, else to the content area.
 * Without this, the next Tab would start at the top of the page. Elements with `data-keys` move the focus themselves.
 */
export function restoreLostFocus(): void {
  let last: Place | null = null;
  addEventListener("focusin", ({ target }) => {
    // A dialog returns the focus when it closes. By then the row that opened it may be removed.
    if (!(target instanceof Element) || target.closest(`#${CONTENT_ID}`) === null) return;
    last = target.closest("[data-keys]") === null ? placeOf(target) : null;
  });
  addEventListener(
    "pointerdown",
    () => {
      last = null;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (last === null || last.focused.isConnected || document.activeElement !== document.body) return;
    const lost = last;
    last = null;
    if (!focusNextRow(lost) && (lost.isTransient || lost.row !== null)) focusContent();
  }).observe(document.body, { childList: true, subtree: true });
}
