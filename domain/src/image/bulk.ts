import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { type Outcome, accept, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type DetectionFacts, detectionCan } from "../detection/can.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import { isNotRejected } from "./can.ts";
import { type RankedDetection, representativeDetection } from "./derive.ts";
import type { ImageStatus } from "./image.ts";

/** Maximum number of images per call, which is one transaction. */
export const BULK_LIMIT = 1000;

/** An image to change. With `statusDate`, only if its status has not changed since then. */
export const bulkImageSchema = z.object({ sid: sidSchema, statusDate: isoDateSchema.optional() });
/** An image to validate. With `detection`, only if that detection, at that revision, is the one that would be validated. */
export const imageToValidateSchema = bulkImageSchema.extend({
  detection: z.object({ sid: sidSchema, revision: z.number().int().min(0) }).optional(),
});
/** An image whose validation is undone, only if neither image nor detection has changed since. */
export const validatedImageSchema = z.object({
  sid: sidSchema,
  statusDate: isoDateSchema,
  detection: z.object({ sid: sidSchema, revision: z.number().int().min(0) }),
});

/** A changed image and its new state, which an undo must find unchanged. */
export type BulkChange = {
  sid: string;
  name: string;
  statusDate: string;
  detection?: { sid: string; revision: number };
};
/** `name` is null if the user may not see the image or it does not exist. */
export type BulkRefusal = { sid: string; name: string | null; reason: string };
export type BulkResponse = {
  done: BulkChange[];
  refused: BulkRefusal[];
  /** Number of detection jobs that were ended because their images were rejected. An undo does not queue them again. */
  endedJobs: number;
};

const CHANGED_AGAIN = "Its status has changed since then.";

/** Refuses an undo if someone else has changed the image since. */
export const unchangedSince = (image: { statusDate: Date }, statusDate: string | undefined): Outcome<true> =>
  statusDate === undefined || image.statusDate.getTime() === Date.parse(statusDate) ? allow : refuse(CHANGED_AGAIN);

/** Refuses to undo a validation if the image is not approved any more. */
export const stillApproved = (image: { status: ImageStatus; statusDate: Date }, statusDate: string): Outcome<true> =>
  image.status === "approved" ? unchangedSince(image, statusDate) : refuse(CHANGED_AGAIN);

const notApproved = ({ status }: { status: ImageStatus }): Outcome<true> =>
  status === "approved" ? refuse("This image is already approved.") : allow;

/**
 * The detection that a bulk validation validates: the representative one, if all of its results are valid; else the
 * reason.
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
  if (detection === null) return refuse("No model has processed this image yet.");
  const outcome = detectionCan.validate(detection, { image, project });
  return outcome.ok ? accept(detection) : outcome;
}

/** Groups refusals by reason, most frequent first; names in the given order. */
export function groupRefusals(refused: readonly BulkRefusal[]): { reason: string; names: string[] }[] {
  const groups = Map.groupBy(refused, ({ reason }) => reason);
  return [...groups]
    .map(([reason, group]) => ({ reason, names: group.map(({ name }) => name ?? "a deleted image") }))
    .toSorted((a, b) => b.names.length - a.names.length);
}
