import { expect, test } from "vitest";
import { type gapGroups, describeGaps, rejectedTitle } from "./gap-groups.ts";

const untaken = (count: number): ReturnType<typeof gapGroups> => ({
  rejected: [],
  untaken: Array.from({ length: count }, (_, n) => n + 1),
});

test("says how many areas still need a photo", () => {
  expect(describeGaps(untaken(400), 2000, true)).toBe("400 of 2,000 areas still need a photo: 400 not taken");
  expect(describeGaps(untaken(1), 60, true)).toBe("1 of 60 areas still needs a photo: 1 not taken");
  expect(describeGaps(untaken(1), 1, true)).toBe("1 of 1 area still needs a photo: 1 not taken");
});

test("asks for no photo of a closed event", () => {
  const rejected = [{ name: "7", rejected: { imageSid: "p", fileName: "7.jpg" } }] as unknown as ReturnType<
    typeof gapGroups
  >["rejected"];
  expect(describeGaps({ ...untaken(2), rejected }, 60, false)).toBe(
    "3 of 60 areas have no photo: 1 rejected, 2 not taken",
  );
  expect([rejectedTitle(true), rejectedTitle(false)]).toEqual(["Photograph again", "Photo rejected"]);
  expect(describeGaps(untaken(1), 60, false)).toBe("1 of 60 areas has no photo: 1 not taken");
});
