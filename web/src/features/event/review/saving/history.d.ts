import { type Patch, type Result } from "@precount/domain";
import { type Delivered } from "../edit-queue.ts";
/** A patch and, while the server has not got that yet, the edit that adds the result it is about. */
export type TargetedPatch = {
    patch: Patch;
    of: string | null;
};
/** One gesture: what its fields were and what it made of them. Taking it back is an edit like any other. */
type Gesture = {
    before: readonly TargetedPatch[];
    after: readonly TargetedPatch[];
};
export type History = {
    undo: readonly Gesture[];
    redo: readonly Gesture[];
};
export declare const NO_HISTORY: History;
export type Direction = keyof History;
export type HistoryEvent = {
    type: "did";
    gesture: Gesture;
} | {
    type: "undo";
} | {
    type: "redo";
} | {
    type: "forget";
    direction: Direction;
};
export declare function reduceHistory({ undo, redo }: History, event: HistoryEvent): History;
/** What a step changes, in the order it is to be put; and what must stand for it to be the person's own to take back. */
export declare function stepOf(history: History, direction: Direction): {
    put: readonly TargetedPatch[];
    over: readonly TargetedPatch[];
} | null;
/** Whether nobody changed since what a step would change. */
export declare function isUnchangedSince(results: readonly Result[], over: readonly Patch[]): boolean;
/** Steps about an added result find it at the index it got. */
export declare function resolveHistory({ undo, redo }: History, id: string, { added: [index] }: Delivered): History;
export {};
