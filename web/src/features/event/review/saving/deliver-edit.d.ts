import { type Patch } from "@precount/domain";
import { type Answers } from "../../../../shared/api/trpc.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import type { DetectionRef } from "./work-store.ts";
export type DetectionAnswer = Answers["imageDetection"]["pushImageDetectionPatches"];
type EditDelivery = {
    is: "saved";
    answer: DetectionAnswer;
} | {
    is: "conflict";
    theirs: Patch;
    ours: Patch;
    revision: number;
    message: string;
} | {
    is: "refused";
    message: string;
}
/** No answer, or "try again later": the edit is sent again. */
 | {
    is: "unreachable";
} | {
    is: "signed-out";
};
/** Sends one edit in its author's name. Never throws: every outcome is returned. */
export declare function deliverEdit({ userSid, detectionSid }: DetectionRef, edit: QueuedEdit): Promise<EditDelivery>;
export {};
