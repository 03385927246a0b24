import type { Area } from "@precount/domain";
import { expect, test } from "vitest";
import { describeVoid } from "./void-area-text.ts";

const area = (given: Partial<Area>): Area => ({
  id: 7,
  sid: "a",
  name: "7",
  status: "approved",
  imageSid: "i",
  photos: 1,
  undecided: 0,
  voided: null,
  ...given,
});
const ACCOUNTED_FOR = "Area 7 stays in the list and counts as accounted for.";

test("PD-33 says that the stickers of the area's photos will not be counted", () => {
  expect(describeVoid(area({}))).toBe(`${ACCOUNTED_FOR} The stickers of its photo will not be counted.`);
  expect(describeVoid(area({ status: "pending", photos: 2 }))).toBe(
    `${ACCOUNTED_FOR} The stickers of its photos will not be counted.`,
  );
});

test("says nothing about photos without one, and when they do not count anyway", () => {
  expect(describeVoid(area({ status: "not_taken", imageSid: null, photos: 0 }))).toBe(ACCOUNTED_FOR);
  expect(describeVoid(area({ status: "rejected" }))).toBe(ACCOUNTED_FOR);
});
