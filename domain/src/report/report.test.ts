import { describe, expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { applyPatches } from "../detection/patches.ts";
import { results, shelf, sticker } from "../testing/factories.ts";
import { reportContentsSchema } from "./report.ts";
import { reportContents, reportTitle } from "./contents.ts";
import { type ReportImage, reportRows } from "./rows.ts";

const image = (changes: Partial<ReportImage> = {}): ReportImage => ({
  sid: "a".repeat(24),
  name: "0412.jpg",
  areaCode: "412",
  bayCode: "04",
  shelfCode: null,
  results: results(sticker()),
  ...changes,
});
const placed = (code: string, x: number, y: number) => sticker({ code, rect: { x, y } });
const codes = (images: readonly ReportImage[]) => reportRows(images).map((row) => row.code);

const of = (code: string, areaCode: string | null, bayCode: string | null, name = "p.jpg", sid = "s") =>
  image({ areaCode, bayCode, name, sid, results: results(sticker({ code })) });

describe("S3.09 rows, PD-34 and PD-35", () => {
  test("one row per sticker, all text, with leading zeros", () => {
    const found = results(sticker({ code: "000123", quantity: "7" }), shelf("02"));
    expect(reportRows([image({ results: found })])).toEqual([
      { areaCode: "412", bayCode: "04", shelfCode: "02", code: "000123", quantity: "7" },
    ]);
  });

  test("missing area, bay and shelf are empty", () => {
    expect(reportRows([image({ areaCode: null, bayCode: null })])).toEqual([
      { areaCode: "", bayCode: "", shelfCode: "", code: "012345", quantity: "12" },
    ]);
  });

  test("not summed, without discarded and removed results, with typed values", () => {
    const patches = [
      makePatch.discard(0),
      makePatch.quantity(1, "99"),
      makePatch.add(sticker({ code: "777777" })),
      makePatch.discard(3),
    ];
    const after = applyPatches([sticker({ code: "111111" }), sticker(), sticker()], patches);
    expect(reportRows([image({ results: after })]).map((row) => [row.code, row.quantity])).toEqual([
      ["012345", "99"],
      ["012345", "12"],
    ]);
  });

  test("ordered by the shelf's position from the top, then from left to right", () => {
    const found = [
      placed("000004", 900, 1200),
      placed("000003", 100, 1250),
      placed("000002", 2000, 300),
      placed("000001", 1000, 350),
      shelf("01", 1400),
      shelf("09", 600),
    ];
    expect(codes([image({ results: results(...found) })])).toEqual(["000001", "000002", "000003", "000004"]);
  });

  test("without shelves ordered from left to right, then from the top", () => {
    const found = [placed("000003", 500, 10), placed("000002", 100, 900), placed("000001", 100, 20)];
    expect(codes([image({ results: results(...found) })])).toEqual(["000001", "000002", "000003"]);
  });

  test("ordered by area and bay as numbers, missing area last, photos of one bay in sequence", () => {
    const images = [
      of("000007", null, "1"),
      of("000008", null, null),
      of("000005", "10", "1"),
      of("000003", "2", "10", "2.jpg"),
      of("000004", "2", "10", "10.jpg"),
      of("000001", "2", "9", "x.jpg", "a"),
      of("000002", "2", "9", "x.jpg", "b"),
      of("000006", "10", null),
    ];
    const expected = ["000001", "000002", "000003", "000004", "000005", "000006", "000007", "000008"];
    expect(codes(images)).toEqual(expected);
    expect(codes(images.toReversed())).toEqual(expected);
  });

  test("uses the image's shelf code if the photo has no shelf", () => {
    expect(reportRows([image({ shelfCode: "05" })])[0]?.shelfCode).toBe("05");
  });
});

test("totals per SKU with summed quantities, ordered by code", () => {
  const given = [
    ["2", "3"],
    ["1", "5"],
    ["2", "4"],
    ["3", ""],
    ["3", "x"],
  ] as const;
  const found = results(...given.map(([code, quantity], x) => sticker({ code, quantity, rect: { x } })));
  const { totals } = reportContents({ ...input, images: [image({ results: found })] });
  expect(totals.bySku).toEqual([
    { code: "1", rows: 1, quantity: 5 },
    { code: "2", rows: 2, quantity: 7 },
    { code: "3", rows: 2, quantity: 0 },
  ]);
  expect(totals).toMatchObject({ rows: 5, quantity: 12, images: 1 });
});

const input = {
  event: { sid: "e".repeat(24), name: "Spring", slug: "spring" },
  version: 2,
  generatedAt: "2026-11-21T05:40:00Z",
  generatedBy: { sid: "u".repeat(24), name: "Ada" },
};

describe("S3.10 contents", () => {
  test("event, version, author and time, totals, exceptions and rows", () => {
    const contents = reportContents({
      ...input,
      images: [
        image({ name: "b.jpg", areaCode: "2", results: results(sticker({ code: "000002" }), shelf("01")) }),
        image({ name: "a.jpg", areaCode: "1", results: results(sticker({ code: "000001" })) }),
      ],
      areasWithoutPhoto: ["10", "9"],
      areasPhotoRejected: ["11", "4"],
      imagesWithoutArea: ["e.jpg", "d.jpg"],
      imagesNotCounted: [
        { name: "f.jpg", areaCode: "10", isAreaVoided: false },
        { name: "g.jpg", areaCode: "9", isAreaVoided: false },
        { name: "h.jpg", areaCode: "8", isAreaVoided: true },
      ],
      rejectedImages: ["c.jpg"],
    });
    expect(contents).toMatchObject({ ...input, totals: { rows: 2, quantity: 24, images: 2 } });
    expect(contents.totals.bySku.map((sku) => sku.code)).toEqual(["000001", "000002"]);
    expect(contents.exceptions).toEqual([
      { kind: "no-shelf", subject: "a.jpg", detail: "Sticker 000001 has no shelf" },
      { kind: "area-without-photo", subject: "9", detail: "Area 9 has no photo" },
      { kind: "area-without-photo", subject: "10", detail: "Area 10 has no photo" },
      ...["4", "11"].map((subject) => ({
        kind: "area-photo-rejected",
        subject,
        detail: `The photo of area ${subject} was rejected: the area is not counted`,
      })),
      ...["d.jpg", "e.jpg"].map((subject) => ({
        kind: "image-without-area",
        subject,
        detail: "This photo has no area: its stickers are counted without one",
      })),
      {
        kind: "image-not-counted",
        subject: "h.jpg",
        detail: "Area 8 is voided: the stickers of this photo are not counted",
      },
      ...[
        ["g.jpg", "9"],
        ["f.jpg", "10"],
      ].map(([subject, area]) => ({
        kind: "image-not-counted",
        subject,
        detail: `Another photo of area ${area} counts: the stickers of this one are not counted`,
      })),
      { kind: "image-rejected", subject: "c.jpg", detail: "This photo was rejected: its stickers are not counted" },
    ]);
    expect(reportContentsSchema.parse(contents)).toEqual(contents);
  });
  test("an event with only rejected photos has an empty report", () => {
    expect(reportContents({ ...input, images: [] })).toMatchObject({
      totals: { rows: 0, quantity: 0, images: 0, bySku: [] },
      exceptions: [],
      rows: [],
    });
  });
  test("the title", () => {
    expect(reportTitle("Spring count", 2)).toBe("Precount report – Spring count – v2");
  });
});
