import { expect, test } from "vitest";
import { z } from "zod";
import { isDefaultIssue, issueText } from "./issue-text.ts";

const textsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(issueText) ?? [];

test.each([
  [z.number().int().min(1).max(365), 0, "Must be at least 1"],
  [z.number().int().min(1).max(365), 366, "Must be at most 365"],
  [z.number().int().min(1).max(365), 1.5, "Must be a whole number"],
  [z.number().positive(), 0, "Must be more than 0"],
  [z.number().lt(100), 100, "Must be less than 100"],
  [z.number(), "", "Must be a number"],
  [z.string().min(1), "", "Must have at least 1 character"],
  [z.string().max(64), "x".repeat(65), "Must have at most 64 characters"],
  [z.string().length(6), "12345", "Must have exactly 6 characters"],
  [z.array(z.string()).min(2), ["a"], "Must have at least 2 entries"],
  [z.array(z.string()).max(1), ["a", "b"], "Must have at most 1 entry"],
])("%# says what is allowed", (schema, value, text) => {
  expect(textsOf(schema, value)).toEqual([text]);
});

test("keeps the schema's own message, and zod's where there is no better one", () => {
  expect(textsOf(z.number().min(1, "A token is valid for at least one day"), 0)).toEqual([
    "A token is valid for at least one day",
  ]);
  expect(textsOf(z.boolean(), "yes")).toEqual(["Invalid input: expected boolean, received string"]);
});

test("tells zod's messages from those of a schema", () => {
  const issues = z.object({ a: z.number().min(7), b: z.number().min(8, "Too few photos") }).safeParse({ a: 1, b: 2 });
  expect(issues.error?.issues.map(isDefaultIssue)).toEqual([true, false]);
});
