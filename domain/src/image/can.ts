import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import type { ImageStatus } from "./image.ts";

/**
 * Status changes by a user; all other statuses are derived. After recovering, `deriveImageStatus` computes the status
 * from the detections; `uploaded` applies without any.
 */
export const imageTransitions = {
  reject: { from: ["uploaded", "processed", "pending", "approved"], to: "rejected" },
  recover: { from: ["rejected"], to: "uploaded" },
} as const satisfies Transitions<ImageStatus, string>;

export type ImageFacts = { status: ImageStatus };

/** An approved image is read-only: no edits, rotation, detection or deletion (PD-14). */
export const imageIsEditable = (image: ImageFacts): Outcome<true> =>
  image.status === "approved" ? refuse("This image is approved: unlock its detections first.") : allow;

/** A rejected image is not counted: it takes neither detections nor validations (PD-65). */
export const isNotRejected = (image: ImageFacts): Outcome<true> =>
  image.status === "rejected" ? refuse("This image is rejected: recover it first.") : allow;

const whileOpen =
  (state: (image: ImageFacts) => Outcome<unknown>) =>
  (image: ImageFacts, project: EventState): Outcome<true> =>
    firstRefusal(
      () => eventIsOpen(project),
      () => state(image),
    );

/** Actions on an image and why they are refused (spec §4, PD-14). */
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
