import { type Patch, patchSchema } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { type Answers, client } from "../../../../shared/api/trpc.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import type { DetectionRef } from "./work-store.ts";

export type DetectionAnswer = Answers["imageDetection"]["pushImageDetectionPatches"];
export type EditDelivery =
  | { is: "saved"; answer: DetectionAnswer }
  | { is: "conflict"; theirs: Patch; ours: Patch; revision: number; message: string }
  | { is: "refused"; message: string }
  /** Nothing is known of it: it is sent again. */
  | { is: "unreachable" }
  | { is: "signed-out" };

/** A connection that says nothing for this long is dead. */
const PATIENCE_MS = 20_000;

/** Sends one edit in its author's name. Whatever comes of it is a verdict; nothing is thrown. */
export async function deliverEdit({ userSid, detectionSid }: DetectionRef, edit: QueuedEdit): Promise<EditDelivery> {
  const { id: key, patch, revision } = edit;
  try {
    const answer = await client.imageDetection.pushImageDetectionPatches.mutate(
      { sid: detectionSid, patches: [patch], revision, key, author: userSid },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
    return { is: "saved", answer };
  } catch (error) {
    return verdictOf(error);
  }
}

/** Codes that say "not now" and nothing of the edit. */
const NOT_NOW: ReadonlySet<string> = new Set([
  "SERVICE_UNAVAILABLE",
  "BAD_GATEWAY",
  "GATEWAY_TIMEOUT",
  "TIMEOUT",
  "TOO_MANY_REQUESTS",
]);

const detailsSchema = z.object({
  revision: z.number(),
  conflicts: z.tuple([z.object({ theirs: patchSchema, ours: patchSchema })]).rest(z.unknown()),
});

function verdictOf(error: unknown): EditDelivery {
  const code = errorCode(error);
  // What has no code of ours did not come from our server.
  if (code === null || NOT_NOW.has(code)) return { is: "unreachable" };
  if (code === "UNAUTHORIZED") return { is: "signed-out" };
  const message = errorMessage(error);
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const details = z.object({ details: detailsSchema }).safeParse(data);
  if (code !== "CONFLICT" || !details.success) return { is: "refused", message };
  const { revision, conflicts } = details.data.details;
  return { is: "conflict", theirs: conflicts[0].theirs, ours: conflicts[0].ours, revision, message };
}
