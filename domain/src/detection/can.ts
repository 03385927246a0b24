import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { transition } from "../common/state-machine.ts";
import { imageIsEditable, isNotRejected } from "../image/can.ts";
import type { ImageStatus } from "../image/image.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import { type DetectionStatus, type DetectionVerb, detectionTransitions } from "./image-detection.ts";
import type { Result } from "./result.ts";
import { isDoubtful } from "./validity.ts";

export type DetectionFacts = { status: DetectionStatus; results: readonly Result[] };
/** The detection's image and event. */
export type DetectionContext = { image: { status: ImageStatus }; project: EventState };

/** The verbs as the buttons name them. */
const TITLES: Readonly<Record<DetectionVerb, string>> = {
  delete: "delete",
  validate: "validate",
  invalidate: "unlock",
  activate: "select",
};

const checkTransition = (detection: DetectionFacts, verb: DetectionVerb): Outcome<unknown> =>
  transition(detectionTransitions, "detection", detection.status, verb, TITLES[verb]);

/** Validated and selected detections are frozen; deleted ones are records. */
function notFrozen({ status }: DetectionFacts): Outcome<true> {
  if (status === "validated") return refuse("This detection is validated: unlock it first.");
  if (status === "selected") return refuse("This detection is selected: unlock it first.");
  if (status === "discarded") return refuse("This detection is deleted.");
  return allow;
}

/** A model may find nothing on a blurred photo. An empty shelf is approved with its shelf drawn. */
const hasResults = ({ results }: DetectionFacts): Outcome<true> =>
  results.length > 0
    ? allow
    : refuse("Nothing was found on this image: draw its shelf or labels, or reject the image.");

function everyResultValid({ results }: DetectionFacts): Outcome<true> {
  const doubtful = results.filter(isDoubtful).length;
  if (doubtful === 0) return allow;
  return refuse(
    `${doubtful === 1 ? "1 result is" : `${doubtful} results are`} still invalid: correct or discard them first.`,
  );
}

/**
 * Actions on a detection and why they are refused (spec §4, PD-14, PD-23 and PD-65). Used by the buttons, the bulk
 * actions and the server.
 */
export const detectionCan = {
  delete: (detection: DetectionFacts, { image, project }: DetectionContext): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => notFrozen(detection),
      () => imageIsEditable(image),
      () => checkTransition(detection, "delete"),
    ),
  edit: (detection: DetectionFacts, { image, project }: DetectionContext): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => notFrozen(detection),
      () => imageIsEditable(image),
    ),
  validate: (detection: DetectionFacts, { image, project }: DetectionContext): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => isNotRejected(image),
      () => hasResults(detection),
      () => everyResultValid(detection),
      () => checkTransition(detection, "validate"),
    ),
  invalidate: (detection: DetectionFacts, { project }: DetectionContext): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => checkTransition(detection, "invalidate"),
    ),
  activate: (detection: DetectionFacts, { project }: DetectionContext): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => checkTransition(detection, "activate"),
    ),
} as const;
export type DetectionAction = keyof typeof detectionCan;
