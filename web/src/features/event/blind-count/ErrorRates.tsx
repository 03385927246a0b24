import { useQuery } from "@tanstack/react-query";
import { Table } from "antd";
import type { ColumnsType } from "antd/es/table";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import styles from "./BlindCount.module.css";

type Rate = RouterOutputs["blindCount"]["fetchErrorRates"]["people"][number];

const percent = (wrong: number, checked: number): string => `${((100 * wrong) / checked).toFixed(1)} %`;

const columnsOf = (title: string): ColumnsType<Rate> => [
  { title, dataIndex: "name", render: (name: string) => <bdi>{name}</bdi> },
  { title: "Checked", dataIndex: "checked", align: "right" },
  { title: "Wrong", dataIndex: "wrong", align: "right" },
  { title: "Rate", key: "rate", align: "right", render: (_, { wrong, checked }) => percent(wrong, checked) },
  { title: "Codes", dataIndex: "codes", align: "right" },
  { title: "Quantities", dataIndex: "quantities", align: "right" },
];
const PEOPLE = columnsOf("Validated by");
const MODELS = columnsOf("Read by");

/** Wrong rows by person and model, for admins: where training or more checks help. */
export function ErrorRates({ slug }: { slug: string }): ReactElement | null {
  const { data } = useQuery(trpc.blindCount.fetchErrorRates.queryOptions({ slug }));
  if (!data || data.people.length === 0) return null;
  return (
    <section className={`pc-panel ${styles["panel"] ?? ""}`} aria-label="Error rates">
      <h2>Error rates</h2>
      <p className="pc-quiet">
        Checked rows that were wrong. Few checks say little about one person: use the rates to decide where to train
        people or to check more.
      </p>
      {(
        [
          [PEOPLE, data.people],
          [MODELS, data.models],
        ] as const
      ).map(([columns, rows], at) => (
        <Table<Rate>
          key={at === 0 ? "people" : "models"}
          size="small"
          columns={columns}
          dataSource={rows}
          rowKey="sid"
          pagination={false}
          scroll={{ x: "max-content" }}
          style={{ marginBottom: 12 }}
        />
      ))}
    </section>
  );
}
