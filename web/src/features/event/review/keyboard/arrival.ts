import { createContext } from "react";
import { isTouching } from "../../../../shared/browser/pointer.ts";

/**
 * The image that the user goes on to in order to review it: there the focus moves to the first doubtful reading. When the
 * user only steps through the images, the focus stays where it is.
 */
export class Arrival {
  #imageSid: string | null = null;

  /** Not for touch: a focused field would only open the screen's keyboard. */
  expect(imageSid: string): void {
    this.#imageSid = isTouching() ? null : imageSid;
  }

  /** Whether the image is the expected one. True once. */
  take(imageSid: string): boolean {
    const isExpected = this.#imageSid === imageSid;
    this.#imageSid = null;
    return isExpected;
  }
}

/** Provided by ReviewScreen, which stays while the user goes from image to image. */
export const ArrivalContext = createContext<Arrival | null>(null);
