import { expect, it } from "vitest";
import { type RejectionInput, isRejectionComplete, rejectionText } from "./rejection.ts";

it.each<[RejectionInput, boolean]>([
  [{}, true],
  [{ reason: "blurred" }, true],
  [{ reason: "duplicate", note: "same as 0412" }, true],
  [{ reason: "other", note: "a customer's face" }, true],
  [{ reason: "other" }, false],
  [{ note: "without a reason" }, false],
])("%o is complete: %s", (input, isComplete) => {
  expect(isRejectionComplete(input)).toBe(isComplete);
});

it("shows the note, else the title of the reason", () => {
  expect(rejectionText({ reason: "wrong_place", note: null })).toBe("Wrong place");
  expect(rejectionText({ reason: "other", note: "a customer's face" })).toBe("a customer's face");
});
