import type { QueueStore } from "../../../../shared/durable-queue/queue-types.ts";
import { type Work, type WorkEvent } from "./work.ts";
/** A person's work on a detection: enough to send it and to link to the image. */
export type DetectionRef = {
    userSid: string;
    detectionSid: string;
    imageSid: string;
    slug: string;
};
export type StoredWork = DetectionRef & {
    work: Work;
    changedAt: number;
};
export type WorkStore = QueueStore<StoredWork, WorkEvent>;
export declare const newWork: (detection: DetectionRef) => StoredWork;
export declare const keyOfWork: ({ detectionSid }: StoredWork) => string;
export declare const reduceStoredWork: (stored: StoredWork, event: WorkEvent) => StoredWork;
/**
 * One person's work in IndexedDB, one record for each detection. Logging out leaves it; nobody else ever reads it. Where
 * the browser has no database, as in some private windows, the work lives in memory.
 */
export declare function openWorkStore(userSid: string): Promise<WorkStore>;
