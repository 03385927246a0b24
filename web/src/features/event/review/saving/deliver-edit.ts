import { type Patch, patchSchema } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { isTransientError } from "../../../../shared/api/transient-error.ts";
import { type RouterOutputs, client } from "../../../../shared/api/trpc.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import type { DetectionRef } from "./work-store.ts";

export type DetectionAnswer = RouterOutputs["imageDetection"]["pushImageDetectionPatches"];
type EditDelivery =
  | { is: "saved"; answer: DetectionAnswer }
  | { is: "conflict"; theirs: Patch; ours: Patch; revision: number; message: string }
  | { is: "refused"; message: string }
  /** No answer, or "try again later": the edit is sent again. */
  | { is: "unreachable" }
  | { is: "signed-out" };

/** A connection without an answer for this long is dead. */
const TIMEOUT_MS = 20_000;

/** Sends one edit in its author's name. Never throws: every outcome is returned. */
export async function deliverEdit({ userSid, detectionSid }: DetectionRef, edit: QueuedEdit): Promise<EditDelivery> {
  const { id: key, patch, revision } = edit;
  try {
    const answer = await client.imageDetection.pushImageDetectionPatches.mutate(
      { sid: detectionSid, patches: [patch], revision, key, author: userSid },
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    return { is: "saved", answer };
  } catch (error) {
    return deliveryOf(error);
  }
}

const detailsSchema = z.object({
  revision: z.number(),
  conflicts: z.tuple([z.object({ theirs: patchSchema, ours: patchSchema })]).rest(z.unknown()),
});

function deliveryOf(error: unknown): EditDelivery {
  if (isTransientError(error)) return { is: "unreachable" };
  const code = errorCode(error);
  if (code === "UNAUTHORIZED") return { is: "signed-out" };
  const message = errorMessage(error);
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const details = z.object({ details: detailsSchema }).safeParse(data);
  if (code !== "CONFLICT" || !details.success) return { is: "refused", message };
  const { revision, conflicts } = details.data.details;
  return { is: "conflict", theirs: conflicts[0].theirs, ours: conflicts[0].ours, revision, message };
}
