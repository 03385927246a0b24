import type { EditFocus, PresentUser } from "@precount/domain";
import { expect, test } from "vitest";
import { joinNames, otherUsers, usersAt } from "./other-users.ts";

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
const others = otherUsers(people, "m".repeat(24));

test("lists all other users, with initials and a constant color", () => {
  expect(others.map(({ initials }) => initials)).toEqual(["AS", "B"]);
  expect(others[0]?.color).toMatch(/^#/);
  expect(otherUsers([...people].toReversed(), "m".repeat(24)).find(({ name }) => name === "Bob")?.color).toBe(
    others[1]?.color,
  );
});

test("finds who has selected a result, and who is in one of its fields", () => {
  const at = (...where: [number, EditFocus["field"]?]) =>
    usersAt(others, detectionSid, ...where).map(({ name }) => name);
  expect(at(3)).toEqual(["Ann Stone", "Bob"]);
  expect(at(3, "code")).toEqual(["Ann Stone"]);
  expect(at(3, "quantity")).toEqual([]);
  expect(at(4)).toEqual(["Bob"]);
  expect(usersAt(others, "e".repeat(24), 3)).toEqual([]);
  expect(usersAt(others, null, 3)).toEqual([]);
});

test("joins names with and", () => {
  expect(joinNames(others)).toBe("Ann Stone and Bob");
  expect(joinNames(others.slice(1))).toBe("Bob");
});
