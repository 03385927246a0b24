import { describe, expect, test } from "vitest";
import { areaTagsQuerySchema, areasToPrint } from "./area-tags.ts";

const messages = (query: object) => areaTagsQuerySchema.safeParse(query).error?.issues.map(({ message }) => message);

describe("the query of the area tags", () => {
  test("defaults to all areas in the first format", () => {
    expect(areaTagsQuerySchema.parse({})).toEqual({ from: 1, to: 999_999_999, format: "l7160" });
    expect(areaTagsQuerySchema.parse({ from: "10", to: "20", format: "a5", only: "not_taken,rejected" })).toEqual({
      from: 10,
      to: 20,
      format: "a5",
      only: ["not_taken", "rejected"],
    });
  });
  test.each([
    [{ from: "0" }, "From must be a whole number, 1 or greater."],
    [{ from: "1.5" }, "From must be a whole number, 1 or greater."],
    [{ to: "many" }, "To must be a whole number, 1 or greater."],
    [{ to: "1e12" }, "To must be a whole number, 1 or greater."],
    [{ from: "10", to: "1" }, "To must not be less than From."],
    [{ format: "a0" }, "The tag format must be one of l7160, l7163, l7165, 5160, 5163, 5164, a4, a5."],
    [{ only: "gone" }, "Only takes statuses of areas: not_taken, pending, approved, rejected, voided."],
  ])("%j: %s", (query, message) => {
    expect(messages(query)).toEqual([message]);
  });
});

test("prints the areas of the range in order, without voided ones", () => {
  const areas = [
    { name: "10", status: "approved" },
    { name: "9", status: "not_taken" },
    { name: "11", status: "voided" },
    { name: "12", status: "rejected" },
    { name: "200", status: "not_taken" },
  ] as const;
  expect(areasToPrint(areas, { from: 1, to: 100 })).toEqual([9, 10, 12]);
  expect(areasToPrint(areas, { from: 1, to: 999, only: ["not_taken", "voided"] })).toEqual([9, 200]);
});
