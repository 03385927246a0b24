import type { Connection } from "../../../../shared/durable-queue/queue-types.ts";
import { type Delivered, type EditQueue, type QueuedEdit } from "../edit-queue.ts";
import { type DetectionAnswer } from "./deliver-edit.ts";
import type { History } from "./history.ts";
import { type JournalEntry } from "./unload-journal.ts";
import { type Draft, type Work, type WorkEvent } from "./work.ts";
import { type DetectionRef } from "./work-store.ts";
/** An edit delivered in this page's lifetime: shown until the server's answer is on the screen, and as a tick after that. */
export type SavedEdit = {
    edit: QueuedEdit;
    delivered: Delivered;
};
/** What the screen draws from; the same object until it changes. Typing does not change it. */
export type SaveQueueView = {
    queue: EditQueue;
    saved: readonly SavedEdit[];
    history: History;
};
/** One person's edits of all images, in a durable queue that outlives the screens. */
export declare class SaveQueue {
    #private;
    readonly userSid: string;
    /** Everything that earlier pages of this person left has been read. */
    readonly loaded: Promise<void>;
    constructor(userSid: string, onAnswer: (detection: DetectionRef, answer: DetectionAnswer) => void);
    get connection(): Connection;
    /** Sends until the returned function is called, also what earlier pages left. */
    open(): () => void;
    readonly subscribe: (listener: () => void) => (() => void);
    /** Calls the listener with each change that is recovered from a closed page. */
    onTaken(listener: (entry: JournalEntry) => void): () => void;
    view(detectionSid: string): SaveQueueView;
    draft(detectionSid: string, target: string): Draft | null;
    drafts(detectionSid: string): Work["drafts"];
    /** Edits of all images that need a decision: conflicts and refused ones. */
    troubles(): {
        place: DetectionRef;
        edit: QueuedEdit;
    }[];
    /** Edits and drafts that the server does not have. */
    pendingCount(): number;
    /** Edits that wait only for a connection. */
    sendableCount(): number;
    /** Whether closing the page now would lose something. */
    wouldLose(): boolean;
    /** Shown at once, stored a moment later, then sent. */
    change(detection: DetectionRef, events: readonly WorkEvent[]): void;
    /** Decides about an edit in conflict or refused: send it again, or give it up. */
    settle(detection: DetectionRef, { id, state }: QueuedEdit, choice: "mine" | "theirs"): void;
    /** Sends everything again that was refused. */
    retry(): void;
    /** Tries at once, without waiting for the next retry. */
    resume(): void;
    /** The server no longer knows the session: nothing is sent until somebody signs in. */
    signedOut(): void;
}
