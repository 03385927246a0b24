import { issueText } from "@precount/domain";
import type { FormRule } from "antd";
import type { z } from "zod";

/** Which messages of a field are shown: all, one per line, or only the first. */
type Shown = "first" | "all";

/** A form rule that validates a field with a domain schema and shows the schema's messages. An empty optional field is valid. */
export const schemaRule = (schema: z.ZodType, shown: Shown = "first"): FormRule => ({
  validator: async (_rule, value: unknown) => check(schema, value, shown),
});

/**
 * The rules of a field that is validated when it loses the focus (`validateTrigger="onBlur"`). An empty field is refused only when the form
 * is submitted: else a click on another button would show an error, which moves the button away from the pointer.
 */
export const schemaRulesOnBlur = (schema: z.ZodType, shown: Shown = "first"): FormRule[] => [
  {
    validateTrigger: "onBlur",
    validator: async (_rule, value: unknown) => isEmpty(value) || check(schema, value, shown),
  },
  { validateTrigger: [], validator: async (_rule, value: unknown) => !isEmpty(value) || check(schema, value, shown) },
];

const isEmpty = (value: unknown): boolean => value === "" || value === null || value === undefined;

function check(schema: z.ZodType, value: unknown, shown: Shown): void {
  if (isEmpty(value) && schema.safeParse(undefined).success) return;
  const checked = schema.safeParse(value ?? "");
  if (checked.success) return;
  const messages = [...new Set(checked.error.issues.map(issueText))];
  throw new Error((shown === "all" ? messages : messages.slice(0, 1)).join("\n"));
}
