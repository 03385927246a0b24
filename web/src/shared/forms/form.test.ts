import { expect, test } from "vitest";
import { z } from "zod";
import { schemaRule } from "./form.ts";

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
