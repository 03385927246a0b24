import type { ToolActionId } from "@precount/annotator";
import {
  KEY_CONTEXTS,
  type KeyAction,
  type KeyContext,
  type KeyTable,
  NOT_TYPING,
  NOT_TYPING_TEXT,
} from "../../../../shared/keyboard/key-action.ts";

const PHOTO: readonly KeyContext[] = ["photo"];
const CARD: readonly KeyContext[] = ["card"];
const FIELD: readonly KeyContext[] = ["reading"];
/** Digits take suggestions on cards, and lead from Validate to the value with that number. */
const NO_DIGITS: readonly KeyContext[] = ["photo", "page"];

const MOVES = "Tab moves through the page and cannot be changed.";
const PRESSES = "Enter presses the focused button or enters the focused value.";
const BACK = "Escape always goes back.";

const VALUES = {
  "value.enter": {
    title: "Enter the value and go to the next doubtful one",
    keys: ["Enter"],
    contexts: FIELD,
    fixedReason: PRESSES,
  },
  "value.enter-back": {
    title: "Back to the value that was entered last",
    keys: ["Shift+Enter"],
    contexts: ["reading", "validate"],
  },
  "value.next": {
    title: "Keep the value and go to the next doubtful one",
    keys: ["Tab"],
    contexts: FIELD,
    fixedReason: MOVES,
  },
  "value.previous": {
    title: "Keep the value and go to the previous doubtful one",
    keys: ["Shift+Tab"],
    contexts: FIELD,
    fixedReason: MOVES,
  },
  "doubt.next": { title: "Next doubtful value", keys: ["N", "NumpadAdd"], contexts: NOT_TYPING_TEXT },
  "doubt.previous": {
    title: "Previous doubtful value",
    keys: ["Shift+N", "NumpadSubtract"],
    contexts: NOT_TYPING_TEXT,
  },
  "value.below": { title: "Value below, doubtful or not", keys: ["ArrowDown"], contexts: FIELD },
  "value.above": { title: "Value above, doubtful or not", keys: ["ArrowUp"], contexts: FIELD },
  "candidate.1": { title: "Use suggestion 1", keys: ["1", "Alt+1"], contexts: ["card", "reading"] },
  "candidate.2": { title: "Use suggestion 2", keys: ["2", "Alt+2"], contexts: ["card", "reading"] },
  "candidate.3": { title: "Use suggestion 3", keys: ["3", "Alt+3"], contexts: ["card", "reading"] },
  "candidate.other": { title: "Cycle through the suggestions", keys: ["NumpadMultiply"], contexts: FIELD },
  "value.back": {
    title: "Restore the previous value; then leave the field",
    keys: ["Escape"],
    contexts: FIELD,
    fixedReason: BACK,
  },
} as const;

const LABELS = {
  "label.next": { title: "Next label", keys: ["J"], contexts: NOT_TYPING_TEXT },
  "label.previous": { title: "Previous label", keys: ["K"], contexts: NOT_TYPING_TEXT },
  "list.next": { title: "Next label, in the list", keys: ["ArrowDown"], contexts: CARD },
  "list.previous": { title: "Previous label, in the list", keys: ["ArrowUp"], contexts: CARD },
  "label.open": { title: "Edit the label's values", keys: ["Enter"], contexts: CARD, fixedReason: PRESSES },
  "label.show": { title: "Show the label in the photo", keys: ["F"], contexts: NOT_TYPING_TEXT },
  "label.discard": {
    title: "Discard the label and go on; recover a discarded one",
    keys: ["X", "Delete", "Backspace", "NumpadDivide"],
    contexts: ["reading", "card", "photo"],
  },
  "label.restore": { title: "Restore what the model read", keys: ["R"], contexts: NOT_TYPING_TEXT },
  "list.doubtful": { title: "List doubtful labels", keys: ["D"], contexts: NOT_TYPING },
  "list.all": { title: "List all labels", keys: ["A"], contexts: NOT_TYPING },
  "list.discarded": { title: "List discarded labels", keys: ["B"], contexts: NOT_TYPING },
  "card.back": { title: "Clear selection", keys: ["Escape"], contexts: ["card", "validate"], fixedReason: BACK },
} as const;

const byTen = "with Ctrl by ten";
const ON_PHOTO = {
  "tool.select": { title: "Select and move labels", keys: ["V"], contexts: NOT_TYPING_TEXT },
  "tool.sticker": { title: "Draw a sticker", keys: ["S"], contexts: NOT_TYPING_TEXT },
  "tool.shelf": { title: "Draw a shelf", keys: ["H"], contexts: NOT_TYPING_TEXT },
  "tool.enter": {
    title: "Edit the label's values; while drawing, add a box of the usual size",
    keys: ["Enter"],
    contexts: PHOTO,
    fixedReason: PRESSES,
  },
  "tool.back": {
    title: "Stop drawing; then clear selection",
    keys: ["Escape"],
    contexts: ["photo", "page"],
    fixedReason: BACK,
  },
  "nudge.left": {
    title: "Move the selected box left; with no selection, pan the view",
    keys: ["ArrowLeft"],
    contexts: PHOTO,
    coarse: byTen,
  },
  "nudge.right": {
    title: "Move the selected box right; with no selection, pan the view",
    keys: ["ArrowRight"],
    contexts: PHOTO,
    coarse: byTen,
  },
  "nudge.up": {
    title: "Move the selected box up; with no selection, pan the view",
    keys: ["ArrowUp"],
    contexts: PHOTO,
    coarse: byTen,
  },
  "nudge.down": {
    title: "Move the selected box down; with no selection, pan the view",
    keys: ["ArrowDown"],
    contexts: PHOTO,
    coarse: byTen,
  },
  "turn.left": { title: "Rotate the box counterclockwise", keys: ["["], contexts: PHOTO, coarse: byTen },
  "turn.right": { title: "Rotate the box clockwise", keys: ["]"], contexts: PHOTO, coarse: byTen },
  "photo.pan": {
    title: "While held, dragging moves the photo",
    keys: ["Space"],
    contexts: PHOTO,
    fixedReason: "Space presses the focused button.",
  },
  "zoom.in": { title: "Zoom in", keys: ["+", "="], contexts: NOT_TYPING },
  "zoom.out": { title: "Zoom out", keys: ["-"], contexts: NOT_TYPING },
  "zoom.fit": { title: "Whole photo", keys: ["0"], contexts: ["card", "photo", "page"] },
  "zoom.one": { title: "One to one", keys: ["1"], contexts: NO_DIGITS },
  "show.stickers": { title: "Show or hide stickers on the photo", keys: ["Shift+S"], contexts: NOT_TYPING },
  "show.shelves": { title: "Show or hide shelves on the photo", keys: ["Shift+H"], contexts: NOT_TYPING },
  "show.discarded": { title: "Show or hide discarded labels on the photo", keys: ["Shift+D"], contexts: NOT_TYPING },
  "photo.rotation": { title: "Rotation", keys: ["Shift+R"], contexts: NOT_TYPING },
} as const satisfies Record<ToolActionId, Omit<KeyAction, "group">> & Record<string, Omit<KeyAction, "group">>;

const PHOTOS = {
  "validate.on": {
    title: "On Validate: continue through the page from the last value",
    keys: ["Tab"],
    contexts: ["validate"],
    fixedReason: MOVES,
  },
  "validate.back": {
    title: "On Validate: back to the last value",
    keys: ["Shift+Tab"],
    contexts: ["validate"],
    fixedReason: MOVES,
  },
  "validate.enter": {
    title: "On Validate: validate and go to the next photo to review",
    keys: ["Enter"],
    contexts: ["validate"],
    fixedReason: PRESSES,
  },
  "proof.value": {
    title: "On Validate: to the value with this number",
    keys: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    contexts: ["validate"],
    fixedReason: "The numbers are those beside the values.",
  },
  "photo.validate": {
    title: "Validate and go to the next photo to review",
    keys: ["Ctrl+Enter"],
    contexts: [...NOT_TYPING_TEXT, "typing"],
  },
  "photo.unlock": { title: "Unlock Detections", keys: ["U"], contexts: NOT_TYPING_TEXT },
  "photo.reject": {
    title: "Reject the photo with a reason, or recover it",
    keys: ["Shift+X"],
    contexts: NOT_TYPING_TEXT,
  },
  "detection.next": { title: "Next detection of the photo", keys: ["M"], contexts: NOT_TYPING_TEXT },
  "image.open": { title: "Next photo to review", keys: ["G"], contexts: NOT_TYPING_TEXT },
  "image.next": { title: "Next photo", keys: ["Shift+ArrowRight"], contexts: NOT_TYPING },
  "image.previous": { title: "Previous photo", keys: ["Shift+ArrowLeft"], contexts: NOT_TYPING },
  "image.list": { title: "Back to the list of photos", keys: ["L"], contexts: NOT_TYPING_TEXT },
} as const;

const SCREEN = {
  "edit.undo": { title: "Undo", keys: ["Ctrl+Z"], contexts: KEY_CONTEXTS, ignoredWhileTyping: true },
  "edit.redo": { title: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], contexts: KEY_CONTEXTS, ignoredWhileTyping: true },
  "view.table": { title: "Table, or back to the picture", keys: ["T"], contexts: NOT_TYPING },
  "view.debug": { title: "Debug, or back to the picture", keys: ["I"], contexts: NOT_TYPING },
  "view.panel": { title: "Show or hide the panel", keys: ["P"], contexts: NOT_TYPING },
  "help.panel": { title: "Help", keys: ["?"], contexts: NOT_TYPING },
  "keys.sheet": { title: "Show all keys", keys: ["Ctrl+/"], contexts: KEY_CONTEXTS },
} as const;

type Group = Readonly<Record<string, Omit<KeyAction, "group">>>;
const inGroup = <G extends Group>(group: string, actions: G): { [Id in keyof G]: KeyAction } =>
  // The same ids, each with its group.
  Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, { group, ...action }])) as {
    [Id in keyof G]: KeyAction;
  };

/** All keys of the review, in the order of the sheet. The ids are stored with a user's own keys and must stay. */
export const REVIEW_KEYS = {
  ...inGroup("Values", VALUES),
  ...inGroup("Labels", LABELS),
  ...inGroup("Photo", ON_PHOTO),
  ...inGroup("Validate and next photo", PHOTOS),
  ...inGroup("Screen", SCREEN),
} satisfies KeyTable<string>;

export type ReviewKey = keyof typeof REVIEW_KEYS;
