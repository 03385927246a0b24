import type { ReadingField } from "@precount/domain";

/** One code or quantity of one result. */
export type ReadingRef = { index: number; field: ReadingField };

/** A part of the review that can have the keyboard focus. */
export type FocusTarget =
  | ({ kind: "reading" } & ReadingRef)
  /** A result's card, or a button in it. */
  | { kind: "card"; index: number }
  /** `from`: the reading from which a key moved the focus to Validate. Tab and Shift+Tab continue from there. */
  | { kind: "validate"; from: ReadingRef | null };

const keyOf = (target: FocusTarget): string => {
  if (target.kind === "reading") return `reading ${target.index} ${target.field}`;
  return target.kind === "card" ? `card ${target.index}` : "validate";
};

/**
 * Keeps which part of the review has the focus, and moves the focus. Components register their elements;
 * the browser's focus events update the target.
 */
export class FocusTracker {
  readonly #elements = new Map<string, HTMLElement>();
  readonly #targets = new WeakMap<Element, FocusTarget>();
  readonly #onChange: (target: FocusTarget | null) => void;
  #target: FocusTarget | null = null;

  constructor(onChange: (target: FocusTarget | null) => void) {
    this.#onChange = onChange;
  }

  /** Follows the document's focus until the returned function is called. */
  open(): () => void {
    const follow = ({ target }: FocusEvent): void => this.#change(this.#targetOf(target));
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget === null) this.#change(null);
    };
    // Capturing: the target is known before a component's own focus handler runs.
    document.addEventListener("focusin", follow, { capture: true });
    document.addEventListener("focusout", leave, { capture: true });
    return () => {
      document.removeEventListener("focusin", follow, { capture: true });
      document.removeEventListener("focusout", leave, { capture: true });
    };
  }

  /** @returns removes the element again, as React's ref callbacks want it */
  register(target: FocusTarget, element: HTMLElement): () => void {
    const key = keyOf(target);
    this.#elements.set(key, element);
    this.#targets.set(element, target);
    return () => {
      if (this.#elements.get(key) === element) this.#elements.delete(key);
    };
  }

  /** The target that has the focus. Firefox sends no focusout for a removed element, so the document is checked as well. */
  now(): FocusTarget | null {
    const element = this.#target && this.#elements.get(keyOf(this.#target));
    return element?.contains(document.activeElement) === true ? this.#target : null;
  }

  has(target: FocusTarget): boolean {
    return this.#elementOf(target) !== undefined;
  }

  /** @returns false when the target is not on the screen */
  focus(target: FocusTarget): boolean {
    const element = this.#elementOf(target);
    if (!element) return false;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) this.#change(target);
    return true;
  }

  scrollTo(target: FocusTarget, block: ScrollLogicalPosition): void {
    this.#elementOf(target)?.scrollIntoView({ block });
  }

  /** Some components of Ant Design do not say when their element is removed. */
  #elementOf(target: FocusTarget): HTMLElement | undefined {
    const element = this.#elements.get(keyOf(target));
    return element?.isConnected === true ? element : undefined;
  }

  #targetOf(element: EventTarget | null): FocusTarget | null {
    for (let at = element instanceof Element ? element : null; at !== null; at = at.parentElement) {
      const target = this.#targets.get(at);
      if (target) return target;
    }
    return null;
  }

  #change(target: FocusTarget | null): void {
    this.#target = target;
    this.#onChange(target);
  }
}
