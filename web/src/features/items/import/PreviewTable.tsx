import {
  ITEM_FIELDS,
  ITEM_FIELD_TITLES,
  type ItemField,
  type ItemFileOptions,
  type ItemFilePreview,
} from "@precount/domain";
import { Select, Table } from "antd";
import type { ReactElement } from "react";
import styles from "./Import.module.css";

type Props = { preview: ItemFilePreview; isBusy: boolean; onChange: (options: ItemFileOptions) => void };
type Row = { key: number; cells: string[] };

const NONE = "none";

/** The first rows of the file. Above each column its field of the item list is chosen. */
export function PreviewTable({ preview, isBusy, onChange }: Props): ReactElement {
  const { columns, rows, options } = preview;
  const fieldOf = (at: number): ItemField | undefined => ITEM_FIELDS.find((field) => options.columns[field] === at);
  const choose = (at: number, field: ItemField | typeof NONE): void => {
    const others = ITEM_FIELDS.filter((one) => one !== field && options.columns[one] !== at);
    const kept = Object.fromEntries(others.map((one) => [one, options.columns[one]]));
    onChange({ columns: field === NONE ? kept : { ...kept, [field]: at } });
  };
  return (
    // Ant Design's own scrolling repeats the header in a hidden row, with focusable fields in it.
    <div className={styles["preview"]}>
      <Table<Row>
        size="small"
        bordered
        pagination={false}
        dataSource={rows.map((cells, key) => ({ key, cells }))}
        columns={columns.map((name, at) => ({
          key: String(at),
          title: (
            <>
              <bdi>{name}</bdi>
              <br />
              <Select<ItemField | typeof NONE>
                aria-label={`Field of column ${name}`}
                size="small"
                disabled={isBusy}
                style={{ width: 170 }}
                value={fieldOf(at) ?? NONE}
                options={[
                  { value: NONE, label: "Not imported" },
                  ...ITEM_FIELDS.map((value) => ({ value, label: ITEM_FIELD_TITLES[value] })),
                ]}
                onChange={(field) => choose(at, field)}
              />
            </>
          ),
          render: (_, { cells }) => (
            <bdi className={fieldOf(at) === undefined ? "pc-quiet" : ""}>{(cells[at] ?? "").slice(0, 60)}</bdi>
          ),
        }))}
      />
    </div>
  );
}
