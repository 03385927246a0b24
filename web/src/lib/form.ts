import type { FormRule } from "antd";
import type { z } from "zod";

/** A form field checked by the domain's schema, with the schema's own words. An empty optional field passes. */
export function schemaRule(schema: z.ZodType): FormRule {
  return {
    validator: async (_rule, value: unknown) => {
      const isEmpty = value === "" || value === null || value === undefined;
      if (isEmpty && schema.safeParse(undefined).success) return;
      const checked = schema.safeParse(value ?? "");
      if (checked.success) return;
      throw new Error(checked.error.issues[0]?.message ?? "Invalid value");
    },
  };
}
