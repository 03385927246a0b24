import { areaRangeSchema } from "@precount/domain";
import { Form, type FormRule, Input } from "antd";
import type { ReactElement } from "react";
import styles from "./Areas.module.css";

/** As they were typed. */
export type RangeValues = { from?: string; to?: string };

/** What was typed as numbers; what is none is no number, which the schema refuses in its own words. */
export const rangeOf = ({ from, to }: RangeValues): { from: number; to: number } => ({
  from: numberOf(from),
  to: numberOf(to),
});
const numberOf = (text = ""): number => (/^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** The first thing that the schema has against one of the two. */
const rule =
  (field: "from" | "to"): FormRule =>
  ({ getFieldsValue }) => ({
    validator: async () => {
      const checked = areaRangeSchema.safeParse(rangeOf(getFieldsValue() as RangeValues)); // the form these fields are of
      const issue = checked.error?.issues.find(({ path }) => path[0] === field);
      if (issue) throw new Error(issue.message);
    },
  });

const TITLES = { from: "From", to: "To" } as const;

/** From and To, as every range of areas takes them. They live in the form around them. */
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
            // What was wrong with it is being mended; whether it is right is for who has done typing.
            onChange={() => form.setFields([{ name: field, errors: [] }])}
          />
        </Form.Item>
      ))}
    </div>
  );
}
