import { expect, test } from "vitest";
import { z } from "zod";
import { schemaRule, schemaRulesOnBlur } from "./form.ts";

/** The message below a field with this value; null without one. */
async function messageOf(schema: z.ZodType, value: unknown): Promise<string | null> {
  const rule = schemaRule(schema);
  if (typeof rule !== "object" || !rule.validator) throw new Error("the rule has no validator");
  try {
    await rule.validator({}, value, () => undefined);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("a number that is not allowed is refused with a sentence", async () => {
  const days = z.number().int().min(3).max(30, "At most 30 days");
  const values = [7, 2, 31, 4.5, null];
  expect(await Promise.all(values.map((value) => messageOf(days, value)))).toEqual([
    null,
    "Must be at least 3",
    "At most 30 days",
    "Must be a whole number",
    "Must be a number",
  ]);
});

/** The messages below a field that is validated by `trigger`, or because its form is submitted. */
async function messagesOf(value: unknown, trigger: "onBlur" | "submit"): Promise<string[]> {
  const rules = schemaRulesOnBlur(
    z.string().min(3, "At least 3 characters").regex(/^a/, "Must start with a"),
    "all",
  ).flatMap((rule) => (typeof rule === "object" ? [rule] : []));
  // A form that is submitted applies all rules of a field.
  const applied = rules.filter(({ validateTrigger }) => trigger === "submit" || validateTrigger?.includes(trigger));
  const checks = await Promise.allSettled(applied.map(async (rule) => rule.validator?.(rule, value, () => undefined)));
  return checks.flatMap((check) => (check.status === "rejected" ? [String(check.reason)] : []));
}

test("a field that is left empty is refused only when the form is submitted, each other one once, and when it is left too", async () => {
  expect(await messagesOf("", "onBlur")).toEqual([]);
  expect(await messagesOf("", "submit")).toEqual(["Error: At least 3 characters\nMust start with a"]);
  for (const trigger of ["onBlur", "submit"] as const) {
    expect(await messagesOf("bcd", trigger)).toEqual(["Error: Must start with a"]);
    expect(await messagesOf("abc", trigger)).toEqual([]);
  }
});
