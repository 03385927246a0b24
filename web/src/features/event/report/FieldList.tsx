import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { REPORT_FIELD_TITLES, type ReportField } from "@precount/domain";
import { Checkbox } from "antd";
import { type ReactElement, useState } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { type ExportChoice, moveField, toggleField } from "./export-choice.ts";
import styles from "./Report.module.css";

type Props = { choice: ExportChoice; onChange: (choice: ExportChoice) => void };

/** The export's fields in the order of its columns. Each can be left out or moved. */
export function FieldList({ choice, onChange }: Props): ReactElement {
  const [announcement, setAnnouncement] = useState("");
  const { order, chosen } = choice;
  const move = (field: ReportField, by: -1 | 1): void => {
    const next = moveField(choice, field, by);
    onChange(next);
    setAnnouncement(`${REPORT_FIELD_TITLES[field]} is column ${next.order.indexOf(field) + 1} of ${next.order.length}`);
  };
  return (
    <fieldset className={styles["fields"]}>
      <legend>Fields, in the order of the columns</legend>
      <ol>
        {order.map((field, index) => {
          const title = REPORT_FIELD_TITLES[field];
          return (
            <li key={field}>
              <Checkbox checked={chosen.includes(field)} onChange={() => onChange(toggleField(choice, field))}>
                {title}
              </Checkbox>
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`Move ${title} up`}
                reason={index === 0 ? "This is the first column." : null}
                onClick={() => move(field, -1)}
              />
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`Move ${title} down`}
                reason={index === order.length - 1 ? "This is the last column." : null}
                onClick={() => move(field, 1)}
              />
            </li>
          );
        })}
      </ol>
      <output className="pc-visually-hidden">{announcement}</output>
    </fieldset>
  );
}
