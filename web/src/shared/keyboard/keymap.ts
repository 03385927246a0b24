import { type KeyOverrides, actionAt, keysOf, parseOverrides } from "./bindings.ts";
import { type Chord, chordsOf, pressedKeyOf } from "./chord.ts";
import { KEY_CONTEXTS, type KeyHandler, type KeyTable, type KeyContext } from "./key-action.ts";

/** The context of a key event's target; null where a menu or a dialog handles the keys. */
function contextOf(target: EventTarget | null): KeyContext | null {
  if (target === document.body || target === document.documentElement) return "photo";
  if (!(target instanceof Element)) return null;
  // The screen as a whole, which gets the focus after navigation.
  if (target.matches("main")) return "photo";
  if (target.closest("[role=dialog], [role=menu], [role=listbox]") !== null) return null;
  const isTyped = target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]");
  const name = (isTyped ? target : target.closest("[data-keys]"))?.getAttribute("data-keys") ?? null;
  return KEY_CONTEXTS.find((context) => context === name) ?? (isTyped ? "typing" : "page");
}

/** Whether the key presses a button or a link, which then handles it. Elements with `data-keys` use the table instead. */
const pressesTarget = ({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") &&
  // With Ctrl it presses only links, which open in a new tab.
  (!(ctrlKey || metaKey) || target instanceof HTMLAnchorElement) &&
  target instanceof HTMLElement &&
  !target.hasAttribute("data-keys") &&
  target.closest("button, a, summary, input[type=checkbox], input[type=radio], [role=tab]") !== null;

/**
 * Runs the actions of a table of keys, with the user's own keys. Components register handlers while they are mounted; the
 * handler that was registered last is called. One listener serves all actions.
 */
export class Keymap<Id extends string> {
  readonly table: KeyTable<Id>;
  #overrides: KeyOverrides = {};
  readonly #handlers = new Map<Id, KeyHandler[]>();
  readonly #listeners = new Set<() => void>();
  /** What to call when a key is released, by `event.code`. */
  readonly #held = new Map<string, () => void>();
  #store: ((text: string | null) => void) | null = null;

  constructor(table: KeyTable<Id>) {
    this.table = table;
  }

  get overrides(): KeyOverrides {
    return this.#overrides;
  }

  keys(id: Id): readonly Chord[] {
    return keysOf(this.table, this.#overrides, id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Loads the user's keys.
   * @param text stored overrides; @param store stores them, null when there are none
   */
  load(text: string | null, store: (text: string | null) => void): void {
    this.#store = store;
    this.#set(parseOverrides(this.table, text));
  }

  change(overrides: KeyOverrides): void {
    this.#set(overrides);
    this.#store?.(Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides));
  }

  /** Handles `id` until the returned function is called. */
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

  /** Runs an action as its key does, for a menu. */
  run(id: Id): void {
    this.#handlers.get(id)?.at(-1)?.({ isCoarse: false, isRepeat: false, chord: this.keys(id)[0] ?? "" });
  }

  #set(overrides: KeyOverrides): void {
    this.#overrides = overrides;
    for (const listener of this.#listeners) listener();
  }

  readonly #down = (event: KeyboardEvent): void => {
    const { target } = event;
    const context = contextOf(target);
    if (event.defaultPrevented || context === null || pressesTarget(event)) return;
    const chords = chordsOf(pressedKeyOf(event));
    const found = actionAt(this.table, this.#overrides, chords, context);
    if (found === null) return;
    const keys = this.keys(found.id);
    const chord = chords.find((one) => keys.includes(one)) ?? chords[0] ?? "";
    const hasDraft = target instanceof Element && target.closest("[data-typing=true]") !== null;
    if (hasDraft && this.table[found.id].ignoredWhileTyping) return;
    // Taken before it runs: it may close the part of the screen that handles the key, and the browser must not handle it then.
    const handle = this.#handlers.get(found.id)?.at(-1);
    const done = handle?.({ isCoarse: found.isCoarse, isRepeat: event.repeat, chord });
    if (handle && done !== false) event.preventDefault();
    if (typeof done === "function") this.#held.set(event.code, done);
  };

  readonly #up = ({ code }: KeyboardEvent): void => {
    this.#held.get(code)?.();
    this.#held.delete(code);
  };

  /** A key may be released in another window, which sends no event here. */
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
