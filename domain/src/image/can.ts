import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import type { ImageStatus } from "./image.ts";

/**
 * What a person does to an image's status; all else is derived. Recovering goes to whatever its detections
 * make of it (`deriveImageStatus`), `uploaded` when there are none.
 */
export const imageTransitions = {
  reject: { from: ["uploaded", "processed", "pending", "approved"], to: "rejected" },
  recover: { from: ["rejected"], to: "uploaded" },
} as const satisfies Transitions<ImageStatus, string>;

export type ImageFacts = { status: ImageStatus };

/** An approved image is read-only: edits, rotation, detecting and deleting (decision 14). */
export const imageIsEditable = (image: ImageFacts): Outcome<true> =>
  image.status === "approved" ? refuse("This image is approved: unlock its detections first.") : allow;

/** Nobody counts what is on it, so looking again would be for nothing. */
export const isNotRejected = (image: ImageFacts): Outcome<true> =>
  image.status === "rejected" ? refuse("This image is rejected: recover it first.") : allow;

const whileOpen =
  (state: (image: ImageFacts) => Outcome<unknown>) =>
  (image: ImageFacts, project: EventState): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => state(image),
    );

/** What may be done to an image, and why not (spec §4, decision 14). */
export const imageCan = {
  reject: whileOpen((image) => transition(imageTransitions, "image", image.status, "reject")),
  recover: whileOpen((image) => transition(imageTransitions, "image", image.status, "recover")),
  rotate: whileOpen(imageIsEditable),
  detect: whileOpen((image) =>
    firstRefusal(
      () => isNotRejected(image),
      () => imageIsEditable(image),
    ),
  ),
  edit: whileOpen(imageIsEditable),
  delete: whileOpen(imageIsEditable),
} as const;
export type ImageAction = keyof typeof imageCan;
