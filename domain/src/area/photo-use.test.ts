import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMAGE_STATUSES } from "../image/image.ts";
import { type PhotoOfEvent, countUndecided, currentImage, photoUsesInArea, photosByUse } from "./photo-use.ts";

const photo = (sid: string, minute: number, given: Partial<PhotoOfEvent> = {}): PhotoOfEvent => ({
  sid,
  status: "approved",
  createdAt: new Date(Date.UTC(2026, 10, 21, 5, minute)),
  countsToo: null,
  areaSid: "area",
  isAreaVoided: false,
  ...given,
});
const usesOf = (...photos: PhotoOfEvent[]) => [...photoUsesInArea(photos).values()];

describe("PD-31: the current photo of an area", () => {
  const old = photo("a", 0);
  const young = photo("b", 1, { status: "uploaded", createdAt: "2026-11-21T05:01:00+00:00" });
  const rejected = photo("c", 2, { status: "rejected" });
  test("is the newest one that is not rejected, else the newest", () => {
    expect(currentImage([])).toBeNull();
    expect(currentImage([old, young, rejected])).toBe(young);
    expect(currentImage([rejected, old])).toBe(old);
    expect(currentImage([rejected])).toBe(rejected);
    const twin = { ...young, sid: "z" };
    expect(currentImage([young, twin])).toBe(twin);
    expect(currentImage([twin, young])).toBe(twin);
  });
  test("is an older one if a user decided that the newer ones do not count", () => {
    const excluded = { ...young, countsToo: false };
    expect(currentImage([excluded, old])).toBe(old);
    expect(currentImage([excluded, rejected])).toBe(excluded);
    expect(currentImage([{ ...old, countsToo: true }, young])).toBe(young);
  });
});

describe("PD-67: the photos of an area that count", () => {
  test("one photo counts", () => {
    expect(usesOf(photo("a", 0))).toEqual(["current"]);
    expect(usesOf(photo("a", 0, { countsToo: false }))).toEqual(["current"]);
  });
  test("an older photo is undecided until a user decides", () => {
    expect(usesOf(photo("a", 0), photo("b", 1))).toEqual(["undecided", "current"]);
    expect(usesOf(photo("a", 0, { countsToo: true }), photo("b", 1))).toEqual(["too", "current"]);
    expect(usesOf(photo("a", 0, { countsToo: false }), photo("b", 1))).toEqual(["not", "current"]);
    expect(usesOf(photo("a", 0), photo("b", 1, { status: "rejected" }))).toEqual(["current", "rejected"]);
  });
  test("photos without an area and of other areas do not affect each other", () => {
    const alone = photo("a", 0, { areaSid: "other" });
    const orphans = [photo("b", 0, { areaSid: null }), photo("c", 1, { areaSid: null })];
    const pair = [photo("d", 0), photo("e", 1)];
    expect(photosByUse([alone, ...orphans, ...pair])).toEqual({
      counted: [alone, ...orphans, pair[1]],
      excluded: [],
      undecided: [pair[0]],
    });
  });

  test("PD-33: no photo of a voided area counts or needs a decision", () => {
    const inVoided = { isAreaVoided: true };
    const all = [
      photo("a", 0, inVoided),
      photo("b", 1, { ...inVoided, countsToo: true }),
      photo("c", 2, { ...inVoided, countsToo: false }),
      photo("d", 3, inVoided),
    ];
    const rejected = photo("e", 4, { ...inVoided, status: "rejected" });
    expect(usesOf(...all, rejected)).toEqual(["voided", "voided", "voided", "voided", "rejected"]);
    expect(photosByUse([...all, rejected])).toEqual({ counted: [], excluded: all, undecided: [] });
  });

  const photos = fc
    .uniqueArray(
      fc.record({
        sid: fc.string({ minLength: 1, maxLength: 3 }),
        status: fc.constantFrom(...IMAGE_STATUSES),
        createdAt: fc.integer({ min: 0, max: 3 }).map((minute) => new Date(minute * 60_000)),
        countsToo: fc.constantFrom(null, true, false),
        areaSid: fc.constantFrom(null, "one", "two"),
      }),
      { selector: ({ sid }) => sid, maxLength: 12 },
    )
    .chain((all) =>
      fc
        .constantFrom(null, "one", "two")
        .map((voided): PhotoOfEvent[] =>
          all.map((one) => ({ ...one, isAreaVoided: one.areaSid !== null && one.areaSid === voided })),
        ),
    );

  test("every approved photo is in exactly one list, and an area with an approved current photo counts it unless it is voided", () => {
    fc.assert(
      fc.property(photos, (all) => {
        const { counted, excluded, undecided } = photosByUse(all);
        const sorted = [...counted, ...excluded, ...undecided];
        expect(new Set(sorted)).toEqual(new Set(all.filter(({ status }) => status === "approved")));
        expect(sorted).toHaveLength(new Set(sorted).size);
        for (const areaSid of ["one", "two"]) {
          const current = currentImage(all.filter((one) => one.areaSid === areaSid));
          const isCounted = current !== null && counted.includes(current);
          expect(isCounted).toBe(current?.status === "approved" && !current.isAreaVoided);
        }
      }),
    );
  });
  test("the count of undecided photos equals the list", () => {
    fc.assert(
      fc.property(photos, (all) => {
        const ofArea = all.filter(({ areaSid }) => areaSid === "one");
        const open = ofArea.filter(({ status, countsToo }) => status === "approved" && countsToo === null).length;
        const isVoided = ofArea.some(({ isAreaVoided }) => isAreaVoided);
        expect(countUndecided(open, currentImage(ofArea), { isVoided })).toBe(photosByUse(ofArea).undecided.length);
      }),
    );
  });
});
