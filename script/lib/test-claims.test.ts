import { expect, it } from "vitest";
import { claimsOf } from "./test-claims.ts";

const SOURCE = `
const LIMIT = 7;
const check = () => expect(LIMIT).toBe(8);
const other = "elsewhere";

describe("group", () => {
  it("uses a declaration", () => check());
  it.skip("is skipped", () => other);
});
test.each([[1]])("for %i", (one) => expect(one).toBe(1));
test.each([
  ["S4.25 first", 1],
  ["S4.26 second", 2],
])("%s", () => undefined);
test("has a step", async () => test.step(\`of a \${name}\`, async () => undefined));
// test("a comment", () => undefined);
`;

it("finds the titles of tests, groups, steps and tables, but not of skipped tests", () => {
  const titles = claimsOf("a.test.ts", SOURCE).map(({ title }) => title);
  expect(titles).toEqual([
    "group",
    "uses a declaration",
    "for %i",
    "S4.25 first",
    "S4.26 second",
    "has a step",
    "of a ${name}",
  ]);
});

it("gives each test the declarations of its file that it uses", () => {
  const text = claimsOf("a.test.ts", SOURCE).find(({ title }) => title === "uses a declaration")?.text;
  expect(text).toContain("const LIMIT = 7");
  expect(text).toContain("toBe(8)");
  expect(text).not.toContain("elsewhere");
});
