import { areaRangeSchema } from "@precount/domain";
import { Form, type FormRule, Input } from "antd";
import type { ReactElement } from "react";
import styles from "./RangeFields.module.css";

/** The typed text. */
export type RangeValues = { from?: string | undefined; to?: string | undefined };

/** Converts the typed text to numbers. Other text becomes NaN, which the schema rejects with its own message. */
export const rangeOf = ({ from, to }: RangeValues): { from: number; to: number } => ({
  from: numberOf(from),
  to: numberOf(to),
});
const numberOf = (text = ""): number => (/^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN);

export const isEmptyRange = ({ from = "", to = "" }: RangeValues): boolean => from.trim() === "" && to.trim() === "";

/** A rule with the schema's first error for a field. With `isOptional`, two empty fields are valid. */
const rule =
  (field: "from" | "to", isOptional: boolean): FormRule =>
  ({ getFieldsValue }) => ({
    validator: async () => {
      const values = getFieldsValue() as RangeValues; // the values of this form
      if (isOptional && isEmptyRange(values)) return;
      const checked = areaRangeSchema.safeParse(rangeOf(values));
      const issue = checked.error?.issues.find(({ path }) => path[0] === field);
      if (issue) throw new Error(issue.message);
    },
  });

const TITLES = { from: "From", to: "To" };

type Props = {
  /** For a form without a submit button of its own. */
  onEnter?: () => void;
  titles?: typeof TITLES;
  isOptional?: boolean;
};

/** The From and To fields of a range of areas. They need a form around them. */
export function RangeFields({ onEnter, titles = TITLES, isOptional = false }: Props): ReactElement {
  const form = Form.useFormInstance<RangeValues>();
  return (
    <div className={styles["range"]}>
      {(["from", "to"] as const).map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={titles[field]}
          rules={[rule(field, isOptional)]}
          dependencies={field === "to" ? ["from"] : []}
          validateTrigger={false}
          validateFirst
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            {...(onEnter && { onPressEnter: onEnter })}
            // Hide the old error while typing. The field is validated on blur.
            onChange={() => form.setFields([{ name: field, errors: [] }])}
            // Not an empty field that only had the focus of the open dialog: the error would move the buttons under the pointer.
            onBlur={() => form.isFieldTouched(field) && void form.validateFields([field]).catch(() => undefined)}
          />
        </Form.Item>
      ))}
    </div>
  );
}
