import { sidSchema } from "@precount/domain";
import { expect, it } from "vitest";
import { newSid, newSids } from "./ids.ts";

it("many ids at once have the form of single ones and are unique", () => {
  const sids = [...newSids(5000), newSid()];
  expect(new Set(sids).size).toBe(5001);
  for (const sid of sids) {
    expect(sidSchema.safeParse(sid).success).toBe(true);
    expect(sid).toMatch(/^[a-z]/);
  }
  expect(newSids(0)).toEqual([]);
});

it("uses every character equally often", () => {
  const counts = new Map<string, number>();
  for (const character of newSids(20_000)
    .map((sid) => sid.slice(1))
    .join("")
    .split(""))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (20_000 * 23) / 36;
  expect(counts.size).toBe(36);
  // A tolerance of ten standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected));
});
