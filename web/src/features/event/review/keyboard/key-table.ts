import type { ToolActionId } from "@precount/annotator";
import {
  type KeyAction,
  type KeyTable,
  NOT_TYPING,
  KEY_CONTEXTS,
  type KeyContext,
  NOT_TYPING_TEXT,
} from "../../../../shared/keyboard/key-action.ts";

const PHOTO: readonly KeyContext[] = ["photo"];
const CARD: readonly KeyContext[] = ["card"];
const FIELD: readonly KeyContext[] = ["reading"];
/** All but cards, where digits take candidates. */
const OFF_CARDS: readonly KeyContext[] = ["photo", "validate", "page"];

const MOVES = "It moves through the page, so that nobody is ever locked in.";
const PRESSES = "Enter presses or enters what has the focus.";
const BACK = "Escape always means back to before.";

const VALUES = {
  "value.enter": {
    words: "Enter the value, and on to the next doubtful one",
    keys: ["Enter"],
    places: FIELD,
    fixed: PRESSES,
  },
  "value.enter-back": {
    words: "Enter the value, and back to the doubtful one before",
    keys: ["Shift+Enter"],
    places: FIELD,
  },
  "value.next": { words: "Leave it as it is, on to the next doubtful one", keys: ["Tab"], places: FIELD, fixed: MOVES },
  "value.previous": {
    words: "Leave it as it is, back to the doubtful one before",
    keys: ["Shift+Tab"],
    places: FIELD,
    fixed: MOVES,
  },
  "doubt.next": { words: "Next doubtful value", keys: ["N", "NumpadAdd"], places: NOT_TYPING_TEXT },
  "doubt.previous": { words: "Doubtful value before", keys: ["Shift+N", "NumpadSubtract"], places: NOT_TYPING_TEXT },
  "value.below": { words: "Value below, doubtful or not", keys: ["ArrowDown"], places: FIELD },
  "value.above": { words: "Value above, doubtful or not", keys: ["ArrowUp"], places: FIELD },
  "candidate.1": { words: "Take the reader's first idea", keys: ["1", "Alt+1"], places: ["card", "reading"] },
  "candidate.2": { words: "Take the second", keys: ["2", "Alt+2"], places: ["card", "reading"] },
  "candidate.3": { words: "Take the third", keys: ["3", "Alt+3"], places: ["card", "reading"] },
  "candidate.other": { words: "Try the reader's ideas in turn", keys: ["NumpadMultiply"], places: FIELD },
  "value.back": {
    words: "Back to what was there; then out of the field",
    keys: ["Escape"],
    places: FIELD,
    fixed: BACK,
  },
} as const;

const LABELS = {
  "label.next": { words: "Next label", keys: ["J"], places: NOT_TYPING },
  "label.previous": { words: "Label before", keys: ["K"], places: NOT_TYPING },
  "list.next": { words: "Next label, in the list", keys: ["ArrowDown"], places: CARD },
  "list.previous": { words: "Label before, in the list", keys: ["ArrowUp"], places: CARD },
  "label.open": { words: "To what the label reads", keys: ["Enter"], places: CARD, fixed: PRESSES },
  "label.show": { words: "To the label in the photo", keys: ["F"], places: NOT_TYPING },
  "label.discard": {
    words: "Discard the label, or recover it",
    keys: ["Delete", "Backspace", "NumpadDivide"],
    places: ["reading", "card", "photo"],
  },
  "label.restore": { words: "Restore what the model read", keys: ["R"], places: NOT_TYPING },
  "list.doubtful": { words: "List the doubtful ones", keys: ["D"], places: NOT_TYPING },
  "list.all": { words: "List all", keys: ["A"], places: NOT_TYPING },
  "list.discarded": { words: "List the discarded ones", keys: ["X"], places: NOT_TYPING },
  "card.back": { words: "Choose nothing", keys: ["Escape"], places: ["card", "validate"], fixed: BACK },
} as const;

const byTen = "with Ctrl by ten";
const ON_PHOTO = {
  "tool.select": { words: "Choose and move labels", keys: ["V"], places: NOT_TYPING },
  "tool.sticker": { words: "Draw a sticker", keys: ["S"], places: NOT_TYPING },
  "tool.shelf": { words: "Draw a shelf", keys: ["H"], places: NOT_TYPING },
  "tool.enter": {
    words: "To what the label reads; while drawing, a box of the usual size",
    keys: ["Enter"],
    places: PHOTO,
    fixed: PRESSES,
  },
  "tool.back": {
    words: "Put the tool down; then choose nothing",
    keys: ["Escape"],
    places: ["photo", "page"],
    fixed: BACK,
  },
  "nudge.left": {
    words: "The box to the left; without one, the view",
    keys: ["ArrowLeft"],
    places: PHOTO,
    more: byTen,
  },
  "nudge.right": { words: "To the right", keys: ["ArrowRight"], places: PHOTO, more: byTen },
  "nudge.up": { words: "Up", keys: ["ArrowUp"], places: PHOTO, more: byTen },
  "nudge.down": { words: "Down", keys: ["ArrowDown"], places: PHOTO, more: byTen },
  "turn.left": { words: "Turn the box anticlockwise", keys: ["["], places: PHOTO, more: byTen },
  "turn.right": { words: "Turn it clockwise", keys: ["]"], places: PHOTO, more: byTen },
  "photo.pan": { words: "While held, dragging moves the photo", keys: ["Space"], places: PHOTO, fixed: PRESSES },
  "zoom.in": { words: "Zoom in", keys: ["+", "="], places: NOT_TYPING },
  "zoom.out": { words: "Zoom out", keys: ["-"], places: NOT_TYPING },
  "zoom.fit": { words: "Whole photo", keys: ["0"], places: NOT_TYPING },
  "zoom.one": { words: "One to one", keys: ["1"], places: OFF_CARDS },
  "show.stickers": { words: "Stickers on the photo, or not", keys: ["Shift+S"], places: NOT_TYPING },
  "show.shelves": { words: "Shelves on the photo, or not", keys: ["Shift+H"], places: NOT_TYPING },
  "show.discarded": { words: "Discarded ones on the photo, or not", keys: ["Shift+D"], places: NOT_TYPING },
  "photo.rotation": { words: "Rotation", keys: ["Shift+R"], places: NOT_TYPING },
} as const satisfies Record<ToolActionId, Omit<KeyAction, "group">> & Record<string, Omit<KeyAction, "group">>;

const ONWARD = {
  "validate.on": {
    words: "On Validate: on through the page, from the value before it",
    keys: ["Tab"],
    places: ["validate"],
    fixed: MOVES,
  },
  "validate.back": {
    words: "On Validate: back to the value before it",
    keys: ["Shift+Tab"],
    places: ["validate"],
    fixed: MOVES,
  },
  "validate.enter": {
    words: "On Validate: validate, and on to the next photo that needs someone",
    keys: ["Enter"],
    places: ["validate"],
    fixed: PRESSES,
  },
  "photo.validate": {
    words: "Validate, and on to the next photo that needs someone",
    keys: ["Ctrl+Enter"],
    places: [...NOT_TYPING_TEXT, "typing"],
  },
  "photo.unlock": { words: "Unlock Detections", keys: ["U"], places: NOT_TYPING },
  "photo.reject": { words: "Reject the photo, or recover it", keys: ["Shift+X"], places: NOT_TYPING },
  "detection.next": { words: "Next detection of the photo", keys: ["M"], places: NOT_TYPING },
  "image.open": { words: "Next photo that needs someone", keys: ["G"], places: NOT_TYPING },
  "image.next": { words: "Next photo", keys: ["Shift+ArrowRight"], places: NOT_TYPING },
  "image.previous": { words: "Photo before", keys: ["Shift+ArrowLeft"], places: NOT_TYPING },
  "image.list": { words: "Back to the list of photos", keys: ["L"], places: NOT_TYPING },
} as const;

const SCREEN = {
  "edit.undo": { words: "Undo", keys: ["Ctrl+Z"], places: KEY_CONTEXTS, sparesTyped: true },
  "edit.redo": { words: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], places: KEY_CONTEXTS, sparesTyped: true },
  "view.table": { words: "Table, or back to the picture", keys: ["T"], places: NOT_TYPING },
  "view.debug": { words: "Debug, or back to the picture", keys: ["I"], places: NOT_TYPING },
  "view.panel": { words: "Fold the panel, or unfold it", keys: ["P"], places: NOT_TYPING },
  "help.panel": { words: "Help", keys: ["?"], places: NOT_TYPING },
  "keys.sheet": { words: "These keys", keys: ["Ctrl+/"], places: KEY_CONTEXTS },
} as const;

type Group = Readonly<Record<string, Omit<KeyAction, "group">>>;
const inGroup = <G extends Group>(group: string, actions: G): { [Id in keyof G]: KeyAction } =>
  // The same ids, each with its group.
  Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, { group, ...action }])) as {
    [Id in keyof G]: KeyAction;
  };

/** Every key of the review, in the sheet's order. */
export const REVIEW_KEYS = {
  ...inGroup("Values", VALUES),
  ...inGroup("Labels", LABELS),
  ...inGroup("Photo", ON_PHOTO),
  ...inGroup("Onward", ONWARD),
  ...inGroup("Screen", SCREEN),
} satisfies KeyTable<string>;

export type ReviewKey = keyof typeof REVIEW_KEYS;
