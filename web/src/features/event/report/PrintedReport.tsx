import { REPORT_FIELDS, REPORT_FIELD_TITLES } from "@precount/domain";
import type { ReactElement } from "react";
import { fullDate } from "../../../shared/time/dates.ts";
import type { RouterOutputs } from "../../../shared/api/trpc.ts";
import { PrintLayout } from "../../../ui/PrintLayout.tsx";
import { PrintTable } from "../../../ui/PrintTable.tsx";
import { EXCEPTION_TITLES, type ReportCover, figure } from "./report-cover.ts";

type PrintContents = RouterOutputs["project"]["getReportPrint"];
type Props = {
  cover: ReportCover;
  /** Undefined while loading. */
  printed: PrintContents | undefined;
};

/** The printed report: all rows, not only the current page. */
export function PrintedReport({ cover, printed }: Props): ReactElement {
  return (
    <PrintLayout title={cover.title}>
      <p>
        {cover.event.name} · version {cover.version} · created {fullDate(cover.generatedAt)} by {cover.generatedBy.name}
        {cover.seal && ` · close code ${cover.seal.closeCode}`}
      </p>
      <Totals cover={cover} />
      {cover.acceptances.length > 0 && (
        <PrintTable
          title="Accepted by"
          columns={["Name", "Time", "Remark"]}
          rows={cover.acceptances.map(({ name, at, remark }) => [name, fullDate(at), remark])}
        />
      )}
      {printed ? (
        <Contents printed={printed} cover={cover} />
      ) : (
        <p>The rows were still loading when this was printed. Please print it again.</p>
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

function Contents({ printed, cover }: { printed: PrintContents; cover: ReportCover }): ReactElement {
  const { skus, exceptions, rows } = printed;
  const page = `${location.origin}${location.pathname}`;
  return (
    <>
      <PrintTable
        title="Totals per SKU"
        columns={["SKU", "Quantity", "Places"]}
        rows={skus?.map(({ code, quantity, rows: places }) => [code, figure(quantity), figure(places)]) ?? null}
        placeholder={`${figure(cover.totals.skus)} SKUs are too many to print. See ${page}?view=skus`}
      />
      <PrintTable
        title="Rows"
        columns={REPORT_FIELDS.map((field) => REPORT_FIELD_TITLES[field])}
        rows={rows?.map((row) => REPORT_FIELDS.map((field) => row[field])) ?? null}
        placeholder={`${figure(cover.totals.rows)} rows are too many to print. Open ${page} and choose Download Export.`}
      />
      {cover.exceptions.map(({ kind, count }) => (
        <PrintTable
          key={kind}
          title={`Exceptions: ${EXCEPTION_TITLES[kind].toLowerCase()}`}
          columns={["Subject", "Detail"]}
          rows={exceptions?.filter((one) => one.kind === kind).map(({ subject, detail }) => [subject, detail]) ?? null}
          placeholder={`${figure(count)} exceptions are too many to print. See ${page}?view=exceptions&kind=${kind}`}
        />
      ))}
    </>
  );
}
