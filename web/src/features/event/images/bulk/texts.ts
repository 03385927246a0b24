import { type BulkResponse, SUCCESS } from "@precount/domain";

export type BulkVerb = "validate" | "invalidate" | "reject" | "recover" | "detect";

/** The actions that are offered for a selection. Unlock is only used by Undo. */
export const OFFERED_VERBS = ["validate", "reject", "recover", "detect"] as const satisfies readonly BulkVerb[];
export type OfferedVerb = (typeof OFFERED_VERBS)[number];

/** The title of the button, the past participle, and the message for a single image (spec §8). */
export const BULK_TEXTS: Readonly<Record<BulkVerb, { title: string; past: string; one: string }>> = {
  validate: { title: "Validate", past: "approved", one: SUCCESS.detectionValidated },
  invalidate: { title: "Unlock", past: "unlocked", one: SUCCESS.detectionInvalidated },
  reject: { title: "Reject", past: "rejected", one: SUCCESS.imageRejected },
  recover: { title: "Recover", past: "recovered", one: SUCCESS.imageRecovered },
  detect: { title: "Detect Objects", past: "queued", one: "Detection queued" },
};

/** The outcome in one line: '12 approved, 3 failed'. */
export function describeOutcome(verb: BulkVerb, { done, refused }: Pick<BulkResponse, "done" | "refused">): string {
  const { past, one } = BULK_TEXTS[verb];
  if (refused.length === 0) return done.length === 1 ? one : `${done.length} images ${past}`;
  if (done.length > 0) return `${done.length} ${past}, ${refused.length} failed`;
  return refused.length === 1
    ? `The image could not be ${past}`
    : `None of the ${refused.length} images could be ${past}`;
}

/** The first names and the number of others. */
export function joinNames(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}
