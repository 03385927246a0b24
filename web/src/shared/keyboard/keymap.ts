import { type KeyOverrides, actionAt, keysOf, parseOverrides } from "./bindings.ts";
import { type Chord, chordsOf, pressedKeyOf } from "./chord.ts";
import { KEY_CONTEXTS, type KeyHandler, type KeyTable, type KeyContext } from "./key-action.ts";

/** Where a key that is pressed there counts; null where a menu or a dialog has the keys. */
function placeOf(target: EventTarget | null): KeyContext | null {
  if (target === document.body || target === document.documentElement) return "photo";
  if (!(target instanceof Element)) return null;
  // The screen as a whole, which has the focus when one has come to it.
  if (target.matches("main")) return "photo";
  if (target.closest("[role=dialog], [role=menu], [role=listbox]") !== null) return null;
  const isTyped = target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]");
  const said = (isTyped ? target : target.closest("[data-keys]"))?.getAttribute("data-keys") ?? null;
  return KEY_CONTEXTS.find((place) => place === said) ?? (isTyped ? "typing" : "page");
}

/** What presses a button or a link stays its own, unless it says itself what its keys are. */
const pressesTarget = ({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") &&
  // With Ctrl it is a key like any other, but on a link, which opens beside.
  (!(ctrlKey || metaKey) || target instanceof HTMLAnchorElement) &&
  target instanceof HTMLElement &&
  !target.hasAttribute("data-keys") &&
  target.closest("button, a, summary, input[type=checkbox], input[type=radio], [role=tab]") !== null;

/**
 * One table of keys at work: one listener for all of it, whoever handles an action, and what a person has changed. What is
 * on the screen registers what it can do; the last to register is asked first.
 */
export class Keymap<Id extends string> {
  readonly table: KeyTable<Id>;
  #changes: KeyOverrides = {};
  readonly #handlers = new Map<Id, KeyHandler[]>();
  readonly #listeners = new Set<() => void>();
  /** What is to be called when a key is let go, by where the key is. */
  readonly #held = new Map<string, () => void>();
  #store: ((text: string | null) => void) | null = null;

  constructor(table: KeyTable<Id>) {
    this.table = table;
  }

  get changes(): KeyOverrides {
    return this.#changes;
  }

  keys(id: Id): readonly Chord[] {
    return keysOf(this.table, this.#changes, id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param text what was stored; @param store keeps it, null when there is nothing to keep */
  load(text: string | null, store: (text: string | null) => void): void {
    this.#store = store;
    this.#set(parseOverrides(this.table, text));
  }

  change(changes: KeyOverrides): void {
    this.#set(changes);
    this.#store?.(Object.keys(changes).length === 0 ? null : JSON.stringify(changes));
  }

  /** From now on `handler` does `id`, until the returned function is called. */
  register(id: Id, handler: KeyHandler): () => void {
    if (this.#handlers.size === 0) this.#listen();
    this.#handlers.set(id, [...(this.#handlers.get(id) ?? []), handler]);
    return () => {
      const left = (this.#handlers.get(id) ?? []).filter((other) => other !== handler);
      if (left.length > 0) this.#handlers.set(id, left);
      else this.#handlers.delete(id);
      if (this.#handlers.size === 0) this.#unlisten();
    };
  }

  /** Does an action as its key does, for a menu. */
  run(id: Id): void {
    this.#handlers.get(id)?.at(-1)?.({ isMore: false, isRepeat: false });
  }

  #set(changes: KeyOverrides): void {
    this.#changes = changes;
    for (const listener of this.#listeners) listener();
  }

  readonly #down = (event: KeyboardEvent): void => {
    const { target } = event;
    const place = placeOf(target);
    if (event.defaultPrevented || place === null || pressesTarget(event)) return;
    const found = actionAt(this.table, this.#changes, chordsOf(pressedKeyOf(event)), place);
    if (found === null) return;
    const isTyped = target instanceof Element && target.closest("[data-typing=true]") !== null;
    if (isTyped && this.table[found.id].sparesTyped) return;
    const done = this.#handlers.get(found.id)?.at(-1)?.({ isMore: found.isMore, isRepeat: event.repeat });
    if (this.#handlers.has(found.id) && done !== false) event.preventDefault();
    if (typeof done === "function") this.#held.set(event.code, done);
  };

  readonly #up = ({ code }: KeyboardEvent): void => {
    this.#held.get(code)?.();
    this.#held.delete(code);
  };

  /** The key is let go in another window, where nobody hears of it. */
  readonly #blur = (): void => {
    for (const release of this.#held.values()) release();
    this.#held.clear();
  };

  #listen(): void {
    addEventListener("keydown", this.#down);
    addEventListener("keyup", this.#up);
    addEventListener("blur", this.#blur);
  }

  #unlisten(): void {
    removeEventListener("keydown", this.#down);
    removeEventListener("keyup", this.#up);
    removeEventListener("blur", this.#blur);
    this.#blur();
  }
}
