import { REPORT_FIELDS, REPORT_FIELD_TITLES } from "@precount/domain";
import type { ReactElement } from "react";
import { fullDate } from "../../../shared/time/dates.ts";
import type { Answers } from "../../../shared/api/trpc.ts";
import { PrintLayout } from "../../../ui/PrintLayout.tsx";
import { EXCEPTION_TITLES, type ReportCover, figure } from "./report-cover.ts";

type Printed = Answers["project"]["getReportPrint"];
type Props = {
  cover: ReportCover;
  /** Undefined while it is on its way. */
  printed: Printed | undefined;
};

/** The report on paper: all of it, not the page of rows that is on the screen. */
export function PrintSheet({ cover, printed }: Props): ReactElement {
  return (
    <PrintLayout title={cover.title}>
      <p>
        {cover.event.name} · version {cover.version} · made {fullDate(cover.generatedAt)} by {cover.generatedBy.name}
      </p>
      <Totals cover={cover} />
      {printed ? (
        <Contents printed={printed} cover={cover} />
      ) : (
        <p>The rows were still on their way when this was printed. Please print it again.</p>
      )}
    </PrintLayout>
  );
}

function Totals({ cover: { totals } }: { cover: ReportCover }): ReactElement {
  return (
    <PrintTable
      title="Totals"
      columns={["Stickers", "Quantity", "SKUs", "Images"]}
      rows={[[figure(totals.rows), figure(totals.quantity), figure(totals.skus), figure(totals.images)]]}
    />
  );
}

function Contents({ printed, cover }: { printed: Printed; cover: ReportCover }): ReactElement {
  const { skus, exceptions, rows } = printed;
  const page = `${location.origin}${location.pathname}`;
  return (
    <>
      <PrintTable
        title="Totals per SKU"
        columns={["SKU", "Quantity", "Places"]}
        rows={skus?.map(({ code, quantity, rows: places }) => [code, figure(quantity), figure(places)]) ?? null}
        instead={`${figure(cover.totals.skus)} SKUs are too many to print. They are at ${page}?view=skus`}
      />
      <PrintTable
        title="Rows"
        columns={REPORT_FIELDS.map((field) => REPORT_FIELD_TITLES[field])}
        rows={rows?.map((row) => REPORT_FIELDS.map((field) => row[field])) ?? null}
        instead={`${figure(cover.totals.rows)} rows are too many to print. To have them, open ${page} and choose Download Export.`}
      />
      {cover.exceptions.map(({ kind, count }) => (
        <PrintTable
          key={kind}
          title={`Exceptions: ${EXCEPTION_TITLES[kind].toLowerCase()}`}
          columns={["What it is about", "What it is"]}
          rows={exceptions?.filter((one) => one.kind === kind).map(({ subject, detail }) => [subject, detail]) ?? null}
          instead={`${figure(count)} are too many to print. They are at ${page}?view=exceptions&kind=${kind}`}
        />
      ))}
    </>
  );
}

type TableProps = {
  title: string;
  columns: readonly string[];
  /** Null: more than anybody wants on paper. */
  rows: readonly (readonly string[])[] | null;
  /** What stands there then. */
  instead?: string;
};

function PrintTable({ title, columns, rows, instead }: TableProps): ReactElement {
  return (
    <section>
      <h2>{title}</h2>
      {rows === null ? (
        <p>{instead}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              // Rows have no name but their place, and never change.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={number}>
                {row.map((cell, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
