import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AREA_STATUSES, type Area } from "./area.ts";
import { applyAreaChanges, areaUpdateSchema } from "./live-update.ts";

const sidOf = (number: number): string => String(number).padStart(24, "a");
const area = (number: number, status: Area["status"] = "not_taken"): Area => ({
  id: number,
  sid: sidOf(number),
  name: String(number),
  status,
  imageSid: null,
  photos: 0,
  undecided: 0,
  voided: null,
});
const namesOf = (areas: readonly Area[]): string[] => areas.map(({ name }) => name);

describe("applyAreaChanges", () => {
  const list = [area(2), area(9), area(10)];

  it("replaces changed areas and keeps the other objects", () => {
    const now = applyAreaChanges(list, { changed: [area(9, "approved")], gone: [] });
    expect(now).toEqual([area(2), area(9, "approved"), area(10)]);
    expect(now[0]).toBe(list[0]);
    expect(list[1]?.status).toBe("not_taken");
  });

  it("removes deleted areas and inserts new ones by number", () => {
    const now = applyAreaChanges(list, { changed: [area(100), area(3), area(1)], gone: [sidOf(9), sidOf(77)] });
    expect(namesOf(now)).toEqual(["1", "2", "3", "10", "100"]);
  });

  it("repeated updates have no effect", () => {
    const anyChange = fc.record({
      changed: fc
        .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom(...AREA_STATUSES)), {
          selector: ([number]) => number,
        })
        .map((areas) => areas.map(([number, status]) => area(number, status))),
      gone: fc.uniqueArray(fc.integer({ min: 21, max: 25 }).map(sidOf)),
    });
    fc.assert(
      fc.property(anyChange, fc.uniqueArray(fc.integer({ min: 1, max: 25 })), (change, numbers) => {
        const start = numbers.toSorted((a, b) => a - b).map((number) => area(number));
        const once = applyAreaChanges(start, change);
        expect(applyAreaChanges(once, change)).toEqual(once);
        expect(namesOf(once)).toEqual(namesOf(once).toSorted((a, b) => Number(a) - Number(b)));
        for (const changed of change.changed) expect(once).toContainEqual(changed);
      }),
    );
  });
});

it("an update contains either changes or the stale flag", () => {
  expect(areaUpdateSchema.safeParse({ stale: true }).success).toBe(true);
  expect(areaUpdateSchema.safeParse({ changed: [area(1)], gone: [sidOf(2)] }).success).toBe(true);
  for (const rubbish of [{}, { stale: false }, { changed: [{}], gone: [] }, null, { gone: [] }])
    expect(areaUpdateSchema.safeParse(rubbish).success).toBe(false);
});
