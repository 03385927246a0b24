import { createContext } from "react";
import { isTouching } from "../../../../shared/browser/pointer.ts";
import type { ReadingRef } from "../session/focus-tracker.ts";

/** One code or quantity of one image. */
export type ImageReading = ReadingRef & { imageSid: string };

/** The progress of a user through the images to review. It outlives the sessions of the images. */
export class ReviewWalk {
  #arrival: { imageSid: string; at: ReadingRef | null } | null = null;
  /** The readings that were entered, in order, so that a key can go back to them. */
  readonly #entered: ImageReading[] = [];

  /**
   * The user goes on to this image in order to review it: there the focus moves to a reading. When users only step through the
   * images, the focus stays where it is. Not for touch: a focused field would only open the screen's keyboard.
   * @param at the reading; null for the first doubtful one
   */
  expect(imageSid: string, at: ReadingRef | null = null): void {
    this.#arrival = isTouching() ? null : { imageSid, at };
  }

  /** Where the focus moves in this image; null when the user did not go to it for a review. Answers once. */
  take(imageSid: string): { at: ReadingRef | null } | null {
    const arrival = this.#arrival;
    this.#arrival = null;
    return arrival?.imageSid === imageSid ? arrival : null;
  }

  noteEntered(reading: ImageReading): void {
    this.#entered.push(reading);
  }

  /** The reading that was entered last; each call goes one further back. */
  takeEntered(): ImageReading | null {
    return this.#entered.pop() ?? null;
  }
}

/** Provided by ReviewScreen, which stays while the user goes from image to image. */
export const ReviewWalkContext = createContext<ReviewWalk | null>(null);
