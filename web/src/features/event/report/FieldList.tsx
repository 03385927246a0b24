import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { REPORT_FIELD_TITLES, type ReportField } from "@precount/domain";
import { Checkbox } from "antd";
import { type ReactElement, useState } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { type ExportChoice, moved, toggled } from "./export-choice.ts";
import styles from "./Report.module.css";

type Props = { choice: ExportChoice; onChange: (choice: ExportChoice) => void };

/** The fields in the order of the export's columns; each may be left out, or moved by a button. */
export function FieldList({ choice, onChange }: Props): ReactElement {
  const [said, setSaid] = useState("");
  const { order, chosen } = choice;
  const move = (field: ReportField, by: -1 | 1): void => {
    const next = moved(choice, field, by);
    onChange(next);
    setSaid(`${REPORT_FIELD_TITLES[field]} is column ${next.order.indexOf(field) + 1} of ${next.order.length}`);
  };
  return (
    <fieldset className={styles["fields"]}>
      <legend>Fields, in the order of the columns</legend>
      <ol>
        {order.map((field, place) => {
          const title = REPORT_FIELD_TITLES[field];
          return (
            <li key={field}>
              <Checkbox checked={chosen.includes(field)} onChange={() => onChange(toggled(choice, field))}>
                {title}
              </Checkbox>
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`Move ${title} up`}
                reason={place === 0 ? "It is the first already." : null}
                onClick={() => move(field, -1)}
              />
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`Move ${title} down`}
                reason={place === order.length - 1 ? "It is the last already." : null}
                onClick={() => move(field, 1)}
              />
            </li>
          );
        })}
      </ol>
      <output className="pc-visually-hidden">{said}</output>
    </fieldset>
  );
}
