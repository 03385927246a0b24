import * as fc from "fast-check";

/** Random changes of an event's areas (area-life.ts). */

/** Few numbers, so that changes collide. */
const MAX_NUMBER = 5;
const number = fc.integer({ min: 1, max: MAX_NUMBER });
const range = fc.tuple(number, fc.nat(3)).map(([from, more]) => ({ from, to: from + more }));
const at = fc.nat(5);
const codes = fc.record({
  sheet: fc.uniqueArray(number, { maxLength: 1 }),
  bare: fc.uniqueArray(number, { maxLength: 2 }),
});
const literal = fc.constant;
const RANGE_VERBS = ["create", "voidRange", "restoreRange", "deleteRange"] as const;
const AREA_VERBS = ["void", "restore", "delete"] as const;
export type AreaVerb = (typeof AREA_VERBS)[number];
const PHOTO_VERBS = ["approve", "unlock", "reject", "recover"] as const;
export type PhotoVerb = (typeof PHOTO_VERBS)[number];

export type AreaStep =
  | { do: (typeof RANGE_VERBS)[number]; range: { from: number; to: number } }
  /** Two people make the same change of the same numbers at the same time. */
  | { do: "race"; what: (typeof RANGE_VERBS)[number]; range: { from: number; to: number } }
  | { do: AreaVerb; number: number }
  /** An uploaded photo; `minute` is its capture time, so a newer row may be an older photo. */
  | { do: "photo"; named: number | null; minute: number }
  | { do: "upload"; named: number | null; given: number | null }
  | { do: "codes"; at: number; codes: { sheet: number[]; bare: number[] } }
  | { do: "link"; at: number; number: number; replace: boolean; countsToo: boolean }
  /** A person decides whether a photo counts besides its area's current photo. */
  | { do: "decide"; at: number; countsToo: boolean | null }
  | { do: "unlink"; at: number }
  | { do: PhotoVerb; at: number }
  /** One person changes a photo while another changes an area. */
  | { do: "together"; verb: PhotoVerb; at: number; area: "void" | "restore"; number: number };

const orNone = fc.option(number);
export const anyAreaStep: fc.Arbitrary<AreaStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...RANGE_VERBS), range }) },
  { weight: 2, arbitrary: fc.record({ do: literal("race" as const), what: fc.constantFrom(...RANGE_VERBS), range }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...AREA_VERBS), number }) },
  { weight: 5, arbitrary: fc.record({ do: literal("photo" as const), named: orNone, minute: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: literal("upload" as const), named: orNone, given: orNone }) },
  { weight: 2, arbitrary: fc.record({ do: literal("codes" as const), at, codes }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: literal("link" as const),
      at,
      number,
      replace: fc.boolean(),
      countsToo: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: literal("decide" as const), at, countsToo: fc.constantFrom(null, true, false) }),
  },
  { weight: 2, arbitrary: fc.record({ do: literal("unlink" as const), at }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constantFrom(...PHOTO_VERBS), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: literal("together" as const),
      verb: fc.constantFrom(...PHOTO_VERBS),
      at,
      area: fc.constantFrom("void" as const, "restore" as const),
      number,
    }),
  },
);
