import { type Patch, type Prediction, type Reading, parsePatch } from "@precount/domain";

/**
 * One edit of one field on its way to the server: durable in the browser from the moment it is made, sent in order, gone
 * only when the server has it or the person gives it up.
 */
export type QueuedEdit = {
  /** The idempotency key: however often it is delivered, the server takes it once. */
  id: string;
  patch: Patch;
  /** The edit that adds the result this one changes; the patch's index means nothing until the server has that one. */
  of: string | null;
  /** The detection's revision that its author saw: what others changed since is a conflict, never overwritten. */
  revision: number;
  state: "waiting" | "sending" | "saved" | "conflict" | "refused";
  /** It may have reached the server already, so nothing may replace it. */
  wasSent: boolean;
  /** Why it was not taken. */
  message: string | null;
  /** At a conflict, what stands there now. */
  theirs: Patch | null;
};
/** Where a delivered edit stands in the server's log, and where what it added stands among the results. */
export type Delivered = { revision: number; added: readonly (number | null)[] };
export type EditQueue = {
  edits: readonly QueuedEdit[];
  /** Delivered adds by their edit's id: another tab may still know the result by that. */
  landed: Readonly<Record<string, Delivered>>;
  /** The revision that one's own last delivered word on a field got, by target: what is said next was said knowing it. */
  own: Readonly<Record<string, number>>;
};
export const NO_EDITS: EditQueue = { edits: [], landed: {}, own: {} };

export type EditEvent =
  | { type: "put"; edit: Pick<QueuedEdit, "id" | "patch" | "of" | "revision"> }
  | { type: "leaves"; id: string }
  | { type: "saved"; id: string; delivered: Delivered }
  | { type: "conflict"; id: string; theirs: Patch; ours: Patch; revision: number; message: string }
  | { type: "refused"; id: string; message: string }
  /** The person chose theirs over what stands there now. */
  | { type: "keep"; id: string }
  | { type: "retry"; ids: readonly string[] }
  | { type: "drop"; ids: readonly string[] };

/** Which field an edit is about; two edits of one target are a newer and an older word on the same thing. */
export const targetOf = ({ id, of, patch }: Pick<QueuedEdit, "id" | "of" | "patch">): string => {
  const edit = parsePatch(patch);
  if (edit === null || edit.field === "add") return `add ${id}`;
  return `${of ?? edit.index} ${edit.field}`;
};

/** The same value again confirms a reading that was doubtful, and is nothing new otherwise. */
export const changesReading = (reading: Reading | undefined, text: string): boolean =>
  text !== (reading?.value ?? "") || reading?.pattern === null;

export const patchAtIndex = (patch: Patch, index: number): Patch =>
  patch.op === "add" ? patch : { ...patch, path: patch.path.replace(/^\/\d+/, `/${index}`) };

export function reduceEdits(queue: EditQueue, event: EditEvent): EditQueue {
  const { edits } = queue;
  const change = (ids: readonly string[], to: Partial<QueuedEdit>): EditQueue => ({
    ...queue,
    edits: edits.map((edit) => (ids.includes(edit.id) ? { ...edit, ...to } : edit)),
  });
  switch (event.type) {
    case "put":
      return put(queue, event.edit);
    case "leaves":
      return change([event.id], { wasSent: true });
    case "saved":
      return settle(queue, event);
    case "conflict": {
      const refused = edits.find(({ id }) => id === event.id);
      const hasNewer = refused && edits.some((edit) => edit !== refused && targetOf(edit) === targetOf(refused));
      if (hasNewer) return { ...queue, edits: edits.filter((edit) => edit !== refused) };
      const { theirs, ours: patch, revision, message } = event;
      return change([event.id], { state: "conflict", theirs, patch, revision, message, wasSent: false });
    }
    case "refused": {
      const dependents = edits.filter(({ of }) => of === event.id).map(({ id }) => id);
      return change([event.id, ...dependents], { state: "refused", message: event.message });
    }
    case "keep":
      return change([event.id], { state: "waiting", theirs: null, message: null });
    case "retry": {
      const again = edits.filter(({ id, state }) => state === "refused" && event.ids.includes(id));
      return change(
        again.map(({ id }) => id),
        { state: "waiting", message: null },
      );
    }
    case "drop":
    default:
      // What changes an added result goes with it.
      return {
        ...queue,
        edits: edits.filter(({ id, of }) => !event.ids.includes(id) && !event.ids.includes(of ?? "")),
      };
  }
}

const NEW_EDIT = { state: "waiting", wasSent: false, message: null, theirs: null } as const;

/** The newest word replaces what has not left, and what was not taken; it follows what is on its way. */
function put(queue: EditQueue, given: Extract<EditEvent, { type: "put" }>["edit"]): EditQueue {
  if (queue.edits.some(({ id }) => id === given.id)) return queue;
  const edit = aimed(queue, { ...given, ...NEW_EDIT });
  const target = targetOf(edit);
  const older = queue.edits.filter((one) => targetOf(one) === target);
  const kept = queue.edits.filter((one) => !older.includes(one) || (one.state === "waiting" && one.wasSent));
  // Ours hides theirs on the screen: the field was last seen as the older edit saw it. The screen may also be a moment
  // behind the answer to one's own last word; that one is known all the same.
  const seen = Math.min(edit.revision, ...older.map((one) => one.revision));
  const revision = Math.max(seen, queue.own[target] ?? 0, landedAt(queue, edit));
  return { ...queue, edits: [...kept, { ...edit, revision }] };
}

/**
 * The revision that brought the result it changes, when that is one's own: who types into it knows it, although the screen may
 * still be a moment behind. Sent as of an earlier revision, its index would be taken for another's.
 */
function landedAt({ landed }: EditQueue, { of, patch }: QueuedEdit): number {
  const edit = of === null ? parsePatch(patch) : null;
  if (edit === null || edit.field === "add") return 0;
  const brought = Object.values(landed).filter(({ added }) => added.includes(edit.index));
  return Math.max(0, ...brought.map(({ revision }) => revision));
}

/** Another tab may have delivered, or given up, the result it is about. */
function aimed({ edits, landed }: EditQueue, edit: QueuedEdit): QueuedEdit {
  if (edit.of === null || edits.some(({ id }) => id === edit.of)) return edit;
  return onLanded(edit, landed[edit.of] ?? { revision: 0, added: [null] });
}

/** The server has it. What follows on the same field was made knowing it; what changes its result finds that now. */
function settle(queue: EditQueue, { id, delivered }: Extract<EditEvent, { type: "saved" }>): EditQueue {
  const saved = queue.edits.find((edit) => edit.id === id);
  const target = saved && targetOf(saved);
  const edits = queue.edits
    .filter((edit) => edit !== saved)
    .map((edit) => {
      if (edit.of === id) return onLanded(edit, delivered);
      return targetOf(edit) === target ? knowing(edit, delivered.revision) : edit;
    });
  const landed = delivered.added.length === 0 ? queue.landed : { ...queue.landed, [id]: delivered };
  const own = target === undefined ? queue.own : { ...queue.own, [target]: delivered.revision };
  return { edits, landed, own };
}

const knowing = (edit: QueuedEdit, revision: number): QueuedEdit => ({
  ...edit,
  revision: Math.max(edit.revision, revision),
});

/** An edit of an added result, once that one has its index. */
function onLanded(edit: QueuedEdit, { revision, added: [index] }: Delivered): QueuedEdit {
  if (typeof index !== "number") {
    return { ...edit, state: "refused", message: "The result that this changes was taken back meanwhile." };
  }
  return { ...edit, of: null, patch: patchAtIndex(edit.patch, index), revision: Math.max(edit.revision, revision) };
}

/** What may leave next; an edit of an added result waits for that one. */
export const nextEdit = ({ edits }: EditQueue): QueuedEdit | undefined =>
  edits.find(({ state, of }) => state === "waiting" && of === null);

/** The server's log with what it does not have yet, each edit on the result it means. */
export function shownPatches(
  detection: { predictions: readonly Prediction[]; patches: readonly Patch[] },
  { edits }: EditQueue,
): { patches: Patch[]; addedAt: ReadonlyMap<string, number> } {
  const patches = [...detection.patches];
  const addedAt = new Map<string, number>();
  let count = detection.predictions.length + patches.filter(({ op }) => op === "add").length;
  for (const { id, of, patch, state } of edits) {
    // What was refused does not stand; the field says so and keeps the value.
    if (state === "refused") continue;
    if (patch.op === "add") addedAt.set(id, count++);
    if (of === null) patches.push(patch);
    else if (addedAt.has(of)) patches.push(patchAtIndex(patch, addedAt.get(of) ?? 0));
  }
  return { patches, addedAt };
}

/** The latest edit of the field at `path`, as the results are numbered on the screen. */
export const editOf = ({ edits }: EditQueue, path: string): QueuedEdit | undefined =>
  edits.findLast((edit) => edit.patch.path === path);

export type SaveState = "saved" | "saving" | "offline" | "signed-out" | "conflict" | "refused";
export type Connection = "online" | "offline" | "signed-out";

/** One word for all of them: what needs a person first, then what only takes time. */
export function saveState({ edits }: Pick<EditQueue, "edits">, connection: Connection): SaveState {
  if (edits.some(({ state }) => state === "conflict")) return "conflict";
  if (edits.some(({ state }) => state === "refused")) return "refused";
  if (!edits.some(({ state }) => state !== "saved")) return "saved";
  return connection === "online" ? "saving" : connection;
}

/** How many are not with the server. */
export const waitingCount = ({ edits }: Pick<EditQueue, "edits">): number =>
  edits.filter(({ state }) => state !== "saved").length;
