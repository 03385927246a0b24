import { array, assert, nat, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { type PairRef, checkMerge, linkedStickers } from "./linked-stickers.ts";
import { PAIR_STATUSES, VERB_OF_STATUS, pairCan, pairTransitions } from "./pair.ts";

const ref = (text: string) => ({ imageSid: text[0] ?? "", index: Number(text.slice(1)) });
const pair = (a: string, b: string): PairRef => ({ a: ref(a), b: ref(b) });
const all = () => true;

describe("PD-93 the same sticker counts once", () => {
  test("the first image in the report's order counts, over any number of images", () => {
    const pairs = [pair("a0", "b3"), pair("b3", "c1"), pair("a2", "c2")];
    expect(linkedStickers(pairs, ["c", "a", "b"], all)).toEqual([
      { ...ref("a0"), countedIn: ref("c1") },
      { ...ref("b3"), countedIn: ref("c1") },
      { ...ref("a2"), countedIn: ref("c2") },
    ]);
  });

  test("a rejected image or a discarded sticker leaves the count to the other one", () => {
    expect(linkedStickers([pair("a0", "b3")], ["b"], all)).toEqual([]);
    expect(linkedStickers([pair("a0", "b3")], ["a", "b"], ({ imageSid }) => imageSid !== "a")).toEqual([]);
  });

  test("exactly one sticker of each group is left", () => {
    const anyRef = record({ imageSid: nat(5).map(String), index: nat(2) });
    assert(
      property(array(record({ a: anyRef, b: anyRef }), { maxLength: 12 }), (drawn) => {
        const pairs = drawn.filter(({ a, b }) => a.imageSid !== b.imageSid);
        const linked = linkedStickers(pairs, ["0", "1", "2", "3", "4", "5"], all);
        const keys = linked.map(({ imageSid, index }) => `${imageSid} ${index}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { countedIn } of linked) expect(keys).not.toContain(`${countedIn.imageSid} ${countedIn.index}`);
      }),
    );
  });

  test("refuses to merge two stickers of one photo, directly or through another photo", () => {
    expect(checkMerge([pair("a0", "b0"), pair("a1", "b1")], []).ok).toBe(true);
    expect(checkMerge([pair("a0", "b0"), pair("a1", "b0")], [])).toMatchObject({
      ok: false,
      reason: expect.stringContaining("Two stickers in one photo are two"),
    });
  });

  test("refuses a decision that contradicts another one", () => {
    expect(checkMerge([pair("a0", "b0"), pair("b0", "c0")], [pair("a0", "c1")]).ok).toBe(true);
    expect(checkMerge([pair("a0", "b0"), pair("b0", "c0")], [pair("a0", "c0")])).toMatchObject({
      ok: false,
      reason: "Another decision says that these are two stickers. Undo it first.",
    });
  });
});

test("PD-93 every status can be decided and reopened, in an open event only", () => {
  const user = { role: "user" } as const;
  for (const status of PAIR_STATUSES) {
    for (const next of PAIR_STATUSES.filter((other) => other !== status)) {
      const verb = VERB_OF_STATUS[next];
      expect(pairTransitions[verb].to).toBe(next);
      expect(pairCan.decide({ status }, verb, { status: "active", isArchived: false }, user)).toMatchObject({
        ok: true,
      });
      for (const closed of ["completed", "discarded", "archived"] as const) {
        const event = { status: closed, isArchived: closed === "archived" };
        expect(pairCan.decide({ status }, verb, event, user)).toMatchObject({ ok: false });
      }
    }
  }
});
