import type { FormRule } from "antd";
import type { z } from "zod";

/** A form field checked by the domain's schema, with the schema's own words. An empty optional field passes. */
export function schemaRule(schema: z.ZodType): FormRule {
  return {
    validator: async (_rule, value: unknown) => {
      const checked = schema.safeParse(value === "" && schema.safeParse(undefined).success ? undefined : (value ?? ""));
      if (checked.success || (value === undefined && schema.safeParse(undefined).success)) return;
      throw new Error(checked.error.issues[0]?.message ?? "Invalid value");
    },
  };
}
