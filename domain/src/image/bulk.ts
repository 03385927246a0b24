import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { type Outcome, accept, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type DetectionFacts, detectionCan } from "../detection/can.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import { isNotRejected } from "./can.ts";
import { type RankedDetection, representativeDetection } from "./derive.ts";
import type { ImageStatus } from "./image.ts";

/** So many images at most are changed by one call, which is one transaction. */
export const BULK_LIMIT = 1000;

/** An image to change. With `statusDate`: only while its status is still that of then. */
export const bulkImageSchema = z.object({ sid: sidSchema, statusDate: isoDateSchema.optional() });
/** One whose validation is taken back, only while nothing has happened to either since. */
export const validatedImageSchema = z.object({
  sid: sidSchema,
  statusDate: isoDateSchema,
  detection: z.object({ sid: sidSchema, revision: z.number().int().min(0) }),
});

/** What was changed and how it now stands: what an undo must find unchanged. */
export type BulkDone = { sid: string; name: string; statusDate: string; detection?: { sid: string; revision: number } };
/** `name` is null of an image that is not there for the person. */
export type BulkRefusal = { sid: string; name: string | null; reason: string };
export type BulkResponse = {
  done: BulkDone[];
  refused: BulkRefusal[];
  /** Detections that waited or ran for images that were rejected: no undo queues them again. */
  endedJobs: number;
};

const CHANGED_AGAIN = "Its status was changed again meanwhile.";

/** Guards an undo: what others have done meanwhile is not undone with it. */
export const unchangedSince = (image: { statusDate: Date }, statusDate: string | undefined): Outcome<true> =>
  statusDate === undefined || image.statusDate.getTime() === Date.parse(statusDate) ? allow : refuse(CHANGED_AGAIN);

/** A validation is taken back of an image that is still approved through it. */
export const stillApproved = (image: { status: ImageStatus; statusDate: Date }, statusDate: string): Outcome<true> =>
  image.status === "approved" ? unchangedSince(image, statusDate) : refuse(CHANGED_AGAIN);

const notApproved = ({ status }: { status: ImageStatus }): Outcome<true> =>
  status === "approved" ? refuse("This image is approved already.") : allow;

/** Bulk confirms what a model read; where it read nothing a person has to look. One alone may be validated all the same. */
const hasReadings = ({ status, results }: DetectionFacts): Outcome<true> =>
  status === "inferred" && results.length === 0
    ? refuse("Nothing was found on this image: open it and see whether that is right.")
    : allow;

/**
 * Which of an image's live detections a bulk validate validates: the one that stands for it, when every result is valid.
 * Else why not.
 */
export function detectionToValidate<D extends DetectionFacts & RankedDetection>(
  image: { status: ImageStatus; detections: readonly D[] },
  project: EventState,
): Outcome<D> {
  const before = firstRefusal(
    () => eventIsOpen(project),
    () => isNotRejected(image),
    () => notApproved(image),
  );
  if (!before.ok) return before;
  const detection = representativeDetection(image.detections);
  if (detection === null) return refuse("No model has looked at this image yet.");
  const outcome = firstRefusal(
    () => hasReadings(detection),
    () => detectionCan.validate(detection, { image, project }),
  );
  return outcome.ok ? accept(detection) : outcome;
}

/** Refusals by their reason, the most frequent first; names in the order given. */
export function groupRefusals(refused: readonly BulkRefusal[]): { reason: string; names: string[] }[] {
  const groups = Map.groupBy(refused, ({ reason }) => reason);
  return [...groups]
    .map(([reason, group]) => ({ reason, names: group.map(({ name }) => name ?? "an image that is gone") }))
    .toSorted((a, b) => b.names.length - a.names.length);
}
