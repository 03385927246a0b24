import { array, assert, constantFrom, integer, nat, option, property, record, string } from "fast-check";
import { expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { applyPatches } from "../detection/patches.ts";
import { shelf, sticker } from "../testing/factories.ts";
import { ReportAccumulator, reportHead, reportContents } from "./contents.ts";
import type { ReportRow } from "./report.ts";
import { type ReportImage, compareReportOrder, reportRows } from "./rows.ts";

const facts = {
  event: { sid: "e".repeat(24), name: "Spring", slug: "spring" },
  version: 1,
  generatedAt: "2026-11-21T05:40:00Z",
  generatedBy: { sid: "u".repeat(24), name: "Ada" },
};

const label = record({
  kind: constantFrom("sticker", "sticker", "sticker", "shelf"),
  code: constantFrom("000001", "000002", "123456", "1", ""),
  quantity: constantFrom("1", "12", "0", "", "x"),
  x: nat(3000),
  y: nat(2000),
  isDiscarded: constantFrom(false, false, true),
});
const anyResults = array(label, { maxLength: 12 }).map((labels) =>
  applyPatches(
    labels.map(({ kind, code, quantity, x, y }) =>
      kind === "shelf" ? shelf("01", y) : sticker({ code, quantity, rect: { x, y } }),
    ),
    labels.flatMap(({ isDiscarded }, index) => (isDiscarded ? [makePatch.discard(index)] : [])),
  ),
);
const images = array(
  record({
    name: string({ maxLength: 6 }),
    areaCode: option(integer({ min: 1, max: 120 }).map(String)),
    bayCode: option(constantFrom("", "2", "10", "B2", "B10")),
    shelfCode: option(constantFrom("01", "02")),
    results: anyResults,
  }),
  { maxLength: 20 },
).map((given): ReportImage[] => given.map((image, n) => ({ ...image, sid: String(n) })));

const digits = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);

/** The expected totals, computed from all rows at once. */
function summed(rows: readonly ReportRow[]): Map<string, { rows: number; quantity: number }> {
  const groups = Map.groupBy(rows, ({ code }) => code);
  return new Map(
    [...groups].map(([code, of]) => [
      code,
      { rows: of.length, quantity: of.reduce((sum, { quantity }) => sum + digits(quantity), 0) },
    ]),
  );
}

test("S3.10 accumulating image by image gives the same report as building it at once", () => {
  assert(
    property(images, array(string({ maxLength: 4 }), { maxLength: 5 }), (given, names) => {
      const others = { areasWithoutPhoto: names, rejectedImages: names.toReversed() };
      const whole = reportContents({ ...facts, ...others, images: given });
      const sum = new ReportAccumulator();
      const rows = given.toSorted(compareReportOrder).flatMap((image) => sum.add(image).map(({ row }) => row));
      expect({ ...reportHead({ ...facts, ...others }, sum), rows }).toEqual(whole);
      // The images come in any order.
      expect(reportContents({ ...facts, ...others, images: given.toReversed() })).toEqual(whole);
    }),
  );
});

test("S3.10 totals and exceptions agree with the rows", () => {
  assert(
    property(images, (given) => {
      const { rows, totals, exceptions } = reportContents({ ...facts, images: given });
      expect(rows).toEqual(reportRows(given));
      const bySku = summed(rows);
      expect(new Map(totals.bySku.map(({ code, ...sku }) => [code, sku]))).toEqual(bySku);
      expect(totals.bySku.map(({ code }) => code)).toEqual([...bySku.keys()].toSorted((a, b) => (a < b ? -1 : 1)));
      expect(totals).toMatchObject({ rows: rows.length, images: given.length });
      expect(totals.quantity).toBe(totals.bySku.reduce((all, { quantity }) => all + quantity, 0));
      expect(exceptions).toHaveLength(rows.filter(({ shelfCode }) => shelfCode === "").length);
    }),
  );
});
