import { type EditEvent, type EditQueue } from "../edit-queue.ts";
import { type History, type HistoryEvent } from "./history.ts";
/** Typed and not yet entered: as durable as an edit, but nobody's business until the person leaves the field. */
export type Draft = {
    text: string;
    /** The detection's revision when the typing began. */
    revision: number;
};
/** What one person has done to one detection and the server may not have: the unit that a browser keeps. */
export type Work = EditQueue & {
    drafts: Readonly<Record<string, Draft>>;
    history: History;
};
export declare const NO_WORK: Work;
export type WorkEvent = EditEvent | HistoryEvent | {
    type: "draft";
    target: string;
    draft: Draft | null;
};
/** Pure, and replayed on what is stored: two tabs change the same work one after the other. */
export declare function reduceWork(work: Work, event: WorkEvent): Work;
/** Something the server does not have: it must not be forgotten. */
export declare const isPending: ({ edits, drafts }: Work) => boolean;
