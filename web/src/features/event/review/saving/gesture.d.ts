import { type Alternative, type ImageDetection, type Patch, type Result } from "@precount/domain";
import { type TargetedPatch, type Direction } from "./history.ts";
import type { SaveQueueView } from "./save-queue.ts";
import type { WorkEvent } from "./work.ts";
/** The detection as the person sees it: the server's, what it has said since, and what it does not have yet. */
export type DetectionSnapshot = {
    detection: ImageDetection;
    view: SaveQueueView;
    patches: readonly Patch[];
    results: readonly Result[];
    /** Where results stand whose add the server's answer on the screen does not hold. */
    addedAt: ReadonlyMap<string, number>;
};
export declare function snapshotOf(detection: ImageDetection, view: SaveQueueView): DetectionSnapshot;
/** What one gesture puts into the outbox, with the step that takes it back. */
export declare function gestureEvents(standing: DetectionSnapshot, patches: readonly Patch[]): WorkEvent[];
/** One step back or forth; 'changed' when others changed since what it would change, null when there is none. */
export declare function stepEvents(standing: DetectionSnapshot, direction: Direction): WorkEvent[] | "changed" | null;
/** The patch on the result it means, as the results are numbered on the screen; null when that one is not there. */
export declare function patchOnScreen({ addedAt }: Pick<DetectionSnapshot, "addedAt">, { patch, of }: TargetedPatch): Patch | null;
/** A patch as numbered on the screen, aimed at what it means whatever others add meanwhile. */
export declare function targetPatch({ addedAt, view }: Pick<DetectionSnapshot, "addedAt" | "view">, patch: Patch): TargetedPatch;
/** A result, found again whatever is added before it meanwhile: by its index, or by the edit that adds it. */
export type ResultRef = {
    of: string | null;
    index: number;
};
/** What a gesture put, and on which result. */
export type PatchPut = {
    patch: Patch;
    target: ResultRef;
};
export declare const patchesPut: (events: readonly WorkEvent[]) => PatchPut[];
/** Where on the screen a result stands now; null when it is not there. */
export declare function findResult({ addedAt, view, results }: DetectionSnapshot, { of, index }: ResultRef): {
    index: number;
    result: Result;
} | null;
/** What a reader said of a result: an edit, but no gesture. What it fills is taken back with the drawing. */
export declare function recognitionEvents(standing: DetectionSnapshot, { of, index }: ResultRef, values: Alternative[]): WorkEvent[];
