import { issueText } from "@precount/domain";
import type { FormRule } from "antd";
import type { z } from "zod";

/**
 * A form rule that validates a field with a domain schema and shows the schema's messages. An empty optional field is valid.
 * @param show whether to show all messages, one per line, or only the first
 */
export function schemaRule(schema: z.ZodType, show: "first" | "all" = "first"): FormRule {
  return {
    validator: async (_rule, value: unknown) => {
      const isEmpty = value === "" || value === null || value === undefined;
      if (isEmpty && schema.safeParse(undefined).success) return;
      const checked = schema.safeParse(value ?? "");
      if (checked.success) return;
      const messages = [...new Set(checked.error.issues.map(issueText))];
      throw new Error((show === "all" ? messages : messages.slice(0, 1)).join("\n"));
    },
  };
}
