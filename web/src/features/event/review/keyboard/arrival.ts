import { isTouching } from "../../../../shared/browser/pointer.ts";

/** The image somebody goes on to in order to work on it: the focus goes with them. Whoever only looks keeps it where it is. */
let expected: string | null = null;

/** A finger has no focus to take along: it would only bring up the screen's keyboard. */
export function expectArrival(imageSid: string): void {
  expected = isTouching() ? null : imageSid;
}

/** Whether somebody has gone on to this image; told once. */
export function takeArrival(imageSid: string): boolean {
  const isHere = expected === imageSid;
  expected = null;
  return isHere;
}
