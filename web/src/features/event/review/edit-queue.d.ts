import { type Patch, type Prediction, type Reading } from "@precount/domain";
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
export type Delivered = {
    revision: number;
    added: readonly (number | null)[];
};
export type EditQueue = {
    edits: readonly QueuedEdit[];
    /** Delivered adds by their edit's id: another tab may still know the result by that. */
    landed: Readonly<Record<string, Delivered>>;
    /** The revision that one's own last delivered word on a field got, by target: what is said next was said knowing it. */
    own: Readonly<Record<string, number>>;
};
export declare const NO_EDITS: EditQueue;
export type EditEvent = {
    type: "put";
    edit: Pick<QueuedEdit, "id" | "patch" | "of" | "revision">;
} | {
    type: "leaves";
    id: string;
} | {
    type: "saved";
    id: string;
    delivered: Delivered;
} | {
    type: "conflict";
    id: string;
    theirs: Patch;
    ours: Patch;
    revision: number;
    message: string;
} | {
    type: "refused";
    id: string;
    message: string;
}
/** The person chose theirs over what stands there now. */
 | {
    type: "keep";
    id: string;
} | {
    type: "retry";
    ids: readonly string[];
} | {
    type: "drop";
    ids: readonly string[];
};
/** Which field an edit is about; two edits of one target are a newer and an older word on the same thing. */
export declare const targetOf: ({ id, of, patch }: Pick<QueuedEdit, "id" | "of" | "patch">) => string;
/** The same value again confirms a reading that was doubtful, and is nothing new otherwise. */
export declare const changesReading: (reading: Reading | undefined, text: string) => boolean;
export declare const patchAtIndex: (patch: Patch, index: number) => Patch;
export declare function reduceEdits(queue: EditQueue, event: EditEvent): EditQueue;
/** What may leave next; an edit of an added result waits for that one. */
export declare const nextEdit: ({ edits }: EditQueue) => QueuedEdit | undefined;
/** The server's log with what it does not have yet, each edit on the result it means. */
export declare function shownPatches(detection: {
    predictions: readonly Prediction[];
    patches: readonly Patch[];
}, { edits }: EditQueue): {
    patches: Patch[];
    addedAt: ReadonlyMap<string, number>;
};
/** The latest edit of the field at `path`, as the results are numbered on the screen. */
export declare const editOf: ({ edits }: EditQueue, path: string) => QueuedEdit | undefined;
export type SaveState = "saved" | "saving" | "offline" | "signed-out" | "conflict" | "refused";
export type Connection = "online" | "offline" | "signed-out";
/** One word for all of them: what needs a person first, then what only takes time. */
export declare function saveState({ edits }: Pick<EditQueue, "edits">, connection: Connection): SaveState;
/** How many are not with the server. */
export declare const waitingCount: ({ edits }: Pick<EditQueue, "edits">) => number;
