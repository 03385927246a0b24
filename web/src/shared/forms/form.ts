import type { FormRule } from "antd";
import type { z } from "zod";

/**
 * A form field checked by the domain's schema, with the schema's own words. An empty optional field passes.
 * @param told whether all that is wrong is said, a line each, or what comes first
 */
export function schemaRule(schema: z.ZodType, told: "first" | "all" = "first"): FormRule {
  return {
    validator: async (_rule, value: unknown) => {
      const isEmpty = value === "" || value === null || value === undefined;
      if (isEmpty && schema.safeParse(undefined).success) return;
      const checked = schema.safeParse(value ?? "");
      if (checked.success) return;
      const messages = [...new Set(checked.error.issues.map(({ message }) => message))];
      throw new Error((told === "all" ? messages : messages.slice(0, 1)).join("\n"));
    },
  };
}
