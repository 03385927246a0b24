import { expect, it } from "vitest";
import { describeFactorRemoval } from "./describe-factor-removal.ts";

it("PD-114 warns before the last required factor is removed", () => {
  expect(describeFactorRemoval("Phone", true)).toBe(
    "You can then no longer sign in with Phone. Your account must have a second factor: you can then do nothing until you add another one.",
  );
});

it("says only what is removed if another factor stays or none is required", () => {
  expect(describeFactorRemoval("Phone", false)).toBe("You can then no longer sign in with Phone.");
});
