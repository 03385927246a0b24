import { type BulkResponse, SUCCESS } from "@precount/domain";

export type BulkVerb = "validate" | "invalidate" | "reject" | "recover" | "detect";

/** Those that stand above a selection; the other only takes back. */
export const OFFERED_VERBS = ["validate", "reject", "recover", "detect"] as const satisfies readonly BulkVerb[];
export type OfferedVerb = (typeof OFFERED_VERBS)[number];

/** What a verb is called on its button, what was done, and what one alone says when it is done (spec §8). */
export const BULK_WORDS: Readonly<Record<BulkVerb, { title: string; past: string; one: string }>> = {
  validate: { title: "Validate", past: "validated", one: SUCCESS.detectionValidated },
  invalidate: { title: "Unlock", past: "unlocked", one: SUCCESS.detectionInvalidated },
  reject: { title: "Reject", past: "rejected", one: SUCCESS.imageRejected },
  recover: { title: "Recover", past: "recovered", one: SUCCESS.imageRecovered },
  detect: { title: "Detect Objects", past: "queued", one: "Detection queued" },
};

/** How it went, in one line: '12 validated, 3 could not be'. */
export function outcomeInWords(verb: BulkVerb, { done, refused }: Pick<BulkResponse, "done" | "refused">): string {
  const { past, one } = BULK_WORDS[verb];
  if (refused.length === 0) return done.length === 1 ? one : `${done.length} images ${past}`;
  if (done.length > 0) return `${done.length} ${past}, ${refused.length} could not be`;
  return refused.length === 1
    ? `The image could not be ${past}`
    : `None of the ${refused.length} images could be ${past}`;
}

/** Names for a line: the first few, and how many more. */
export function namesInWords(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}
