import { expect, it } from "vitest";
import { mergeGroups } from "./group.ts";

it.each<[string, string[], string[], string[], string[]]>([
  ["no other change", ["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"]],
  ["another admin removed one that stays here", ["b"], ["a", "b"], ["a", "b", "c"], ["b", "c"]],
  ["another admin added one", ["a", "b", "d"], ["a", "b"], ["b"], ["b", "d"]],
  ["both added the same one", ["a", "c"], ["a"], ["a", "c"], ["a", "c"]],
  ["both removed the same one", ["b"], ["a", "b"], ["b"], ["b"]],
])("merges groups: %s", (_case, current, known, wanted, merged) => {
  expect(mergeGroups(current, known, wanted)).toEqual(merged);
});
