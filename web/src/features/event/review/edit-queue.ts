import { type Patch, type Prediction, type Reading, parsePatch } from "@precount/domain";

/**
 * One edit of one field that is being saved. It is stored in the browser when it is made, sent in order, and removed only
 * when the server has it or the user gives it up.
 */
export type QueuedEdit = {
  /** The idempotency key: the server applies the edit once, however often it arrives. */
  id: string;
  patch: Patch;
  /** The id of the edit that adds the changed result. Until that one is saved, the index in the patch has no meaning. */
  of: string | null;
  /** The detection's revision that the author saw. A later change of the field by others is a conflict. */
  revision: number;
  state: "waiting" | "sending" | "saved" | "conflict" | "refused";
  /** The edit may have reached the server, so a newer edit must not replace it. */
  wasSent: boolean;
  /** The server's reason for refusing it. */
  message: string | null;
  /** In a conflict, the value on the server. */
  theirs: Patch | null;
};
/** The revision that a saved edit has created, and the indexes of the results that it has added. */
export type Delivered = { revision: number; added: readonly (number | null)[] };
export type EditQueue = {
  edits: readonly QueuedEdit[];
  /** Saved adds by edit id. Another tab may still refer to the added result by that id. */
  landed: Readonly<Record<string, Delivered>>;
  /** The revision of the user's last saved edit of a field, by target. The author of the next edit has seen that revision. */
  own: Readonly<Record<string, number>>;
};
export const NO_EDITS: EditQueue = { edits: [], landed: {}, own: {} };

export type EditEvent =
  | { type: "put"; edit: Pick<QueuedEdit, "id" | "patch" | "of" | "revision"> }
  | { type: "leaves"; id: string }
  | { type: "saved"; id: string; delivered: Delivered }
  | { type: "conflict"; id: string; theirs: Patch; ours: Patch; revision: number; message: string }
  | { type: "refused"; id: string; message: string }
  /** In a conflict, the user keeps their own value instead of the server's, which they saw at this revision. */
  | { type: "keep"; id: string; revision?: number }
  | { type: "retry"; ids: readonly string[] }
  | { type: "drop"; ids: readonly string[] };

/** Identifies the field of an edit. Two edits with the same target are an older and a newer value of one field. */
export const targetOf = ({ id, of, patch }: Pick<QueuedEdit, "id" | "of" | "patch">): string => {
  const edit = parsePatch(patch);
  if (edit === null || edit.field === "add") return `add ${id}`;
  return `${of ?? edit.index} ${edit.field}`;
};

/** Whether entering `text` makes an edit. The same value again only confirms a doubtful reading. */
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
      return applySaved(queue, event);
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
    case "keep": {
      // Another tab may have decided already, and the edit may be in conflict with a newer value. Pages of earlier versions say no revision.
      const isSeen = edits.some(({ id, revision }) => id === event.id && revision === (event.revision ?? revision));
      return isSeen ? change([event.id], { state: "waiting", theirs: null, message: null }) : queue;
    }
    case "retry": {
      const again = edits.filter(({ id, state }) => state === "refused" && event.ids.includes(id));
      return change(
        again.map(({ id }) => id),
        { state: "waiting", message: null },
      );
    }
    case "drop":
    default:
      // Edits of an added result are dropped with it.
      return {
        ...queue,
        edits: edits.filter(({ id, of }) => !event.ids.includes(id) && !event.ids.includes(of ?? "")),
      };
  }
}

const NEW_EDIT = { state: "waiting", wasSent: false, message: null, theirs: null } as const;

/** A new edit replaces an older one of its field that was not sent or was refused, and follows one that was sent. */
function put(queue: EditQueue, given: Extract<EditEvent, { type: "put" }>["edit"]): EditQueue {
  if (queue.edits.some(({ id }) => id === given.id)) return queue;
  const edit = resolveAdded(queue, { ...given, ...NEW_EDIT });
  const target = targetOf(edit);
  const older = queue.edits.filter((queued) => targetOf(queued) === target);
  const kept = queue.edits.filter(
    (queued) => !older.includes(queued) || (queued.state === "waiting" && queued.wasSent),
  );
  // The older edit hid the server's value, so the field was last seen at that edit's revision. The user also knows their
  // own last saved edit, although the screen may not show its revision yet.
  const seen = Math.min(edit.revision, ...older.map((queued) => queued.revision));
  const revision = Math.max(seen, queue.own[target] ?? 0, revisionOfOwnAdd(queue, edit));
  return { ...queue, edits: [...kept, { ...edit, revision }] };
}

/**
 * The revision that added the changed result, when the user added it: they know that revision, although the screen may not
 * show it yet. With an earlier revision the server would take the index for that of another result.
 */
function revisionOfOwnAdd({ landed }: EditQueue, { of, patch }: QueuedEdit): number {
  const edit = of === null ? parsePatch(patch) : null;
  if (edit === null || edit.field === "add") return 0;
  const ownAdds = Object.values(landed).filter(({ added }) => added.includes(edit.index));
  return Math.max(0, ...ownAdds.map(({ revision }) => revision));
}

/** Resolves the added result of an edit when another tab has saved or dropped that result. */
function resolveAdded({ edits, landed }: EditQueue, edit: QueuedEdit): QueuedEdit {
  if (edit.of === null || edits.some(({ id }) => id === edit.of)) return edit;
  return withServerIndex(edit, landed[edit.of] ?? { revision: 0, added: [null] });
}

/** Removes a saved edit. Later edits of its field get its revision; edits of the result that it added get the index. */
function applySaved(queue: EditQueue, { id, delivered }: Extract<EditEvent, { type: "saved" }>): EditQueue {
  const saved = queue.edits.find((edit) => edit.id === id);
  const target = saved && targetOf(saved);
  const edits = queue.edits
    .filter((edit) => edit !== saved)
    .map((edit) => {
      if (edit.of === id) return withServerIndex(edit, delivered);
      return targetOf(edit) === target ? withRevision(edit, delivered.revision) : edit;
    });
  const landed = delivered.added.length === 0 ? queue.landed : { ...queue.landed, [id]: delivered };
  const own = target === undefined ? queue.own : { ...queue.own, [target]: delivered.revision };
  return { edits, landed, own };
}

const withRevision = (edit: QueuedEdit, revision: number): QueuedEdit => ({
  ...edit,
  revision: Math.max(edit.revision, revision),
});

/** An edit of an added result, with the index that the server has given to the result. */
function withServerIndex(edit: QueuedEdit, { revision, added: [index] }: Delivered): QueuedEdit {
  if (typeof index !== "number") {
    return { ...edit, state: "refused", message: "The label that this edit changes was removed meanwhile." };
  }
  return { ...edit, of: null, patch: patchAtIndex(edit.patch, index), revision: Math.max(edit.revision, revision) };
}

/** The next edit to send. An edit of an added result waits until that result is saved. */
export const nextEdit = ({ edits }: EditQueue): QueuedEdit | undefined =>
  edits.find(({ state, of }) => state === "waiting" && of === null);

/**
 * The edits, with the one that is on its way marked as such. It still is while the server's answer is being stored, but the answer shows: a new
 * edit would replace the other user's value of a conflict that is not shown.
 */
export const withSending = (edits: readonly QueuedEdit[], sendingId: string | null): QueuedEdit[] =>
  edits.map((edit) => (edit.id === sendingId && edit.state === "waiting" ? { ...edit, state: "sending" } : edit));

/** The server's patches and the pending edits, each with the index that its result has on the screen. */
export function shownPatches(
  detection: { predictions: readonly Prediction[]; patches: readonly Patch[] },
  { edits }: EditQueue,
): { patches: Patch[]; addedAt: ReadonlyMap<string, number> } {
  const patches = [...detection.patches];
  const addedAt = new Map<string, number>();
  let count = detection.predictions.length + patches.filter(({ op }) => op === "add").length;
  for (const { id, of, patch, state } of edits) {
    // A refused edit has no effect; its field shows the value and the reason.
    if (state === "refused") continue;
    if (patch.op === "add") addedAt.set(id, count++);
    if (of === null) patches.push(patch);
    else if (addedAt.has(of)) patches.push(patchAtIndex(patch, addedAt.get(of) ?? 0));
  }
  return { patches, addedAt };
}

/** The latest edit of the field at `path`, with paths as on the screen. */
export const editOf = ({ edits }: EditQueue, path: string): QueuedEdit | undefined =>
  edits.findLast((edit) => edit.patch.path === path);

export type SaveState = "saved" | "saving" | "offline" | "signed-out" | "conflict" | "refused";
export type Connection = "online" | "offline" | "signed-out";

/** The state of all edits together: states that need a decision come before states that only take time. */
export function saveState({ edits }: Pick<EditQueue, "edits">, connection: Connection): SaveState {
  if (edits.some(({ state }) => state === "conflict")) return "conflict";
  if (edits.some(({ state }) => state === "refused")) return "refused";
  if (!edits.some(({ state }) => state !== "saved")) return "saved";
  return connection === "online" ? "saving" : connection;
}

/** The number of edits that are not saved. */
export const waitingCount = ({ edits }: Pick<EditQueue, "edits">): number =>
  edits.filter(({ state }) => state !== "saved").length;
