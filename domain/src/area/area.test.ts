import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMAGE_STATUSES, type ImageStatus } from "../image/image.ts";
import { PROJECT_STATUSES } from "../project/project.ts";
import { pairs, reasonOf } from "../testing/matrix.ts";
import { AREA_STATUSES, AREA_STATUS_TITLES, areaRangeSchema } from "./area.ts";
import { areaCan, areaStatus, areasCreated, areasVoided, formatAreaRanges } from "./rules.ts";

describe("PD-32: an area's status", () => {
  const EXPECTED: Readonly<Record<ImageStatus, string>> = {
    uploaded: "pending",
    processed: "pending",
    pending: "pending",
    approved: "approved",
    rejected: "rejected",
    not_taken: "not_taken",
  };
  test.each(IMAGE_STATUSES)("%s image", (imageStatus) => {
    expect(areaStatus({ voided: false, imageStatus })).toBe(EXPECTED[imageStatus]);
    expect(areaStatus({ voided: true, imageStatus })).toBe("voided");
  });
  test("is not_taken without an image", () => {
    expect(areaStatus({ voided: false, imageStatus: null })).toBe("not_taken");
    expect(areaStatus({ voided: true, imageStatus: null })).toBe("voided");
  });
  test("has a title for each status", () => {
    expect(AREA_STATUS_TITLES).toMatchObject({ pending: "To be reviewed", approved: "Accepted" });
  });
});

describe("S2.48 an area's popover", () => {
  test.each(pairs(PROJECT_STATUSES, AREA_STATUSES))("%s event, %s area", (status, area) => {
    const event = { status, isArchived: status === "archived" };
    const isOpen = status === "preview" || status === "active";
    expect(areaCan.void({ status: area }, event).ok).toBe(isOpen && area !== "voided");
    expect(areaCan.delete({ status: area }, event).ok).toBe(isOpen);
    const hasPhoto = area === "pending" || area === "approved";
    expect(areaCan.photographAgain({ status: area }, event).ok).toBe(isOpen && hasPhoto);
  });
  test("Drill To requires a photo; Void is refused for a voided area", () => {
    expect(areaCan.drillTo({ imageSid: "x" }).ok).toBe(true);
    expect(reasonOf(areaCan.drillTo({ imageSid: null }))).toBe("This area has no photo yet.");
    const event = { status: "active", isArchived: false } as const;
    expect(reasonOf(areaCan.void({ status: "voided" }, event))).toBe("This area is already voided.");
  });
});

const messages = (range: unknown) => areaRangeSchema.safeParse(range).error?.issues.map((issue) => issue.message) ?? [];

describe("S5.14 ranges", () => {
  test.each([
    [{ from: 1, to: 1 }, []],
    [{ from: 1, to: 5000 }, []],
    [{ to: 1 }, ["Please enter area start"]],
    [{ from: 1 }, ["Please enter area finish"]],
    [{}, ["Please enter area start", "Please enter area finish"]],
    [{ from: 0, to: 1 }, ["Please enter area start"]],
    [{ from: 1.5, to: 2 }, ["Please enter area start"]],
    [{ from: 2, to: 1 }, ["Areas finish should be grater then area start"]],
    [{ from: 1, to: 5001 }, ["At most 5000 areas at a time"]],
  ])("%j", (range, expected) => {
    expect(messages(range)).toEqual(expected);
  });
});

describe("S8.13 messages of a range call", () => {
  test.each([
    [[1], "1"],
    [[2, 1], "1, 2"],
    [[3, 1, 2, 2], "1–3"],
    [[52, ...Array.from({ length: 40 }, (_, i) => i + 1)], "1–40, 52"],
    [[1, 2, 4, 5, 6, 10], "1, 2, 4–6, 10"],
    [[], ""],
  ])("%j is %j", (numbers, text) => {
    expect(formatAreaRanges(numbers)).toBe(text);
  });
  test("Areas {names} successfully created/voided, or the warning", () => {
    expect(areasCreated([1, 2, 3])).toBe("Areas 1–3 successfully created");
    expect(areasVoided([7])).toBe("Areas 7 successfully voided");
    expect(areasCreated([])).toBe("0 Areas created");
    expect(areasVoided([])).toBe("0 Areas voided");
  });
  test("the formatted ranges contain exactly the given numbers", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (numbers) => {
        const said = formatAreaRanges(numbers)
          .split(", ")
          .filter(Boolean)
          .flatMap((part) => {
            const [from = 0, to = from] = part.split("–").map(Number);
            return Array.from({ length: to - from + 1 }, (_, i) => from + i);
          });
        expect(said).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });
});
