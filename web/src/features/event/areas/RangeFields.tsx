import { areaRangeSchema } from "@precount/domain";
import { Form, type FormRule, Input } from "antd";
import type { ReactElement } from "react";
import styles from "./Areas.module.css";

/** The typed text. */
export type RangeValues = { from?: string; to?: string };

/** Converts the typed text to numbers. Other text becomes NaN, which the schema rejects with its own message. */
export const rangeOf = ({ from, to }: RangeValues): { from: number; to: number } => ({
  from: numberOf(from),
  to: numberOf(to),
});
const numberOf = (text = ""): number => (/^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** A rule with the schema's first error for a field. */
const rule =
  (field: "from" | "to"): FormRule =>
  ({ getFieldsValue }) => ({
    validator: async () => {
      const checked = areaRangeSchema.safeParse(rangeOf(getFieldsValue() as RangeValues)); // the values of this form
      const issue = checked.error?.issues.find(({ path }) => path[0] === field);
      if (issue) throw new Error(issue.message);
    },
  });

const TITLES = { from: "From", to: "To" } as const;

/** The From and To fields of a range of areas. They need a form around them. */
export function RangeFields({ onEnter }: { onEnter: () => void }): ReactElement {
  const form = Form.useFormInstance<RangeValues>();
  return (
    <div className={styles["range"]}>
      {(["from", "to"] as const).map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={TITLES[field]}
          rules={[rule(field)]}
          dependencies={field === "to" ? ["from"] : []}
          validateTrigger="onBlur"
          validateFirst
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            onPressEnter={onEnter}
            // Hide the old error while typing. The field is validated on blur.
            onChange={() => form.setFields([{ name: field, errors: [] }])}
          />
        </Form.Item>
      ))}
    </div>
  );
}
