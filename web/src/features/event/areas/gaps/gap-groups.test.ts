import { expect, test } from "vitest";
import { type gapGroups, describeGaps } from "./gap-groups.ts";

const untaken = (count: number): ReturnType<typeof gapGroups> => ({
  rejected: [],
  untaken: Array.from({ length: count }, (_, n) => n + 1),
});

test("says how many areas still need a photo", () => {
  expect(describeGaps(untaken(400), 2000)).toBe("400 of 2,000 areas still need a photo: 400 not taken");
  expect(describeGaps(untaken(1), 60)).toBe("1 of 60 areas still needs a photo: 1 not taken");
  expect(describeGaps(untaken(1), 1)).toBe("1 of 1 area still needs a photo: 1 not taken");
});
