import type { EditFocus, PresentUser } from "@precount/domain";
import { expect, test } from "vitest";
import { namesOf, othersAt, othersOf } from "./people.ts";

const detectionSid = "d".repeat(24);
const person = (letter: string, name: string, ...hands: EditFocus[]): PresentUser => ({
  sid: letter.repeat(24),
  name,
  hands,
});
const people = [
  person("a", "Ann Stone", { detectionSid, index: 3, field: "code" }),
  person("b", "Bob", { detectionSid, index: 3, field: null }, { detectionSid, index: 4, field: null }),
  person("m", "Me", { detectionSid, index: 3, field: "code" }),
];
const others = othersOf(people, "m".repeat(24));

test("all but oneself, with initials and a colour that stays theirs", () => {
  expect(others.map(({ initials }) => initials)).toEqual(["AS", "B"]);
  expect(others[0]?.colour).toMatch(/^#/);
  expect(othersOf([...people].toReversed(), "m".repeat(24)).find(({ name }) => name === "Bob")?.colour).toBe(
    others[1]?.colour,
  );
});

test("who has a result in hand, and who is in one of its fields", () => {
  const at = (...where: [number, EditFocus["field"]?]) => othersAt(others, detectionSid, ...where).map(({ name }) => name);
  expect(at(3)).toEqual(["Ann Stone", "Bob"]);
  expect(at(3, "code")).toEqual(["Ann Stone"]);
  expect(at(3, "quantity")).toEqual([]);
  expect(at(4)).toEqual(["Bob"]);
  expect(othersAt(others, "e".repeat(24), 3)).toEqual([]);
  expect(othersAt(others, null, 3)).toEqual([]);
});

test("names as one says them", () => {
  expect(namesOf(others)).toBe("Ann Stone and Bob");
  expect(namesOf(others.slice(1))).toBe("Bob");
});
