import { type Recount, RECOUNT_STATE_TITLES } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../../../ui/DateText.tsx";
import styles from "../Variance.module.css";
import { localPaging } from "../figure-column.ts";
import { codeTitle, plainUnits, signedUnits } from "../format.ts";

/** Codes that are shown before 'and more'. */
const MAX_LINES = 5;

const columns = (slug: string): TableColumnsType<Recount> => [
  {
    key: "area",
    title: "Area",
    render: (_, recount) => (
      <>
        <strong>{recount.area.name}</strong> <bdi>{recount.reason}</bdi>
        <div className="pc-quiet">
          <DateText iso={recount.createdAt} /> by <bdi>{recount.createdBy}</bdi>
        </div>
        {/* On narrow screens the columns State and Differences are hidden. */}
        <div className={styles["ifNoState"]}>{RECOUNT_STATE_TITLES[recount.state]}</div>
        <div className={styles["ifNoLines"]}>
          <Lines recount={recount} />
        </div>
      </>
    ),
  },
  {
    key: "state",
    title: "State",
    responsive: ["sm"],
    render: (_, { state }) => RECOUNT_STATE_TITLES[state],
  },
  {
    key: "first",
    title: "First",
    align: "right",
    render: (_, { first }) => <Result slug={slug} result={first} />,
  },
  {
    key: "second",
    title: "Second",
    align: "right",
    render: (_, { second }) => (second ? <Result slug={slug} result={second} /> : "–"),
  },
  { key: "lines", title: "Differences", responsive: ["md"], render: (_, recount) => <Lines recount={recount} /> },
];

function Result({ slug, result: { units, imageSids } }: { slug: string; result: Recount["first"] }): ReactElement {
  const [imageId] = imageSids;
  if (imageId === undefined) return <>{plainUnits(units)}</>;
  return (
    <Link to="/projects/$projectId/areas/images/$imageId" params={{ projectId: slug, imageId }}>
      {plainUnits(units)}
    </Link>
  );
}

function Lines({ recount: { second, lines } }: { recount: Recount }): ReactElement | null {
  if (second === null) return null;
  if (lines.length === 0) return <>Both results are equal</>;
  return (
    <ul className={styles["lines"]}>
      {lines.slice(0, MAX_LINES).map(({ code, first, second: now, difference }) => (
        <li key={code}>
          <span className="pc-code">{codeTitle(code)}</span> {plainUnits(first)} → {plainUnits(now)} (
          {signedUnits(difference)})
        </li>
      ))}
      {lines.length > MAX_LINES && <li>and {lines.length - MAX_LINES} more codes</li>}
    </ul>
  );
}

/** The areas that were to be photographed again, the second result against the first. Nothing when there are none. */
export function Recounts({ slug, recounts }: { slug: string; recounts: readonly Recount[] }): ReactElement | null {
  if (recounts.length === 0) return null;
  return (
    <section className={`pc-panel ${styles["group"] ?? ""}`} aria-labelledby="recounts">
      <h2 id="recounts">Recounts</h2>
      <Table<Recount>
        size="small"
        rowKey="sid"
        columns={columns(slug)}
        dataSource={[...recounts]}
        pagination={localPaging(10)}
      />
    </section>
  );
}
