import { type Certificate, certificateDocument } from "@precount/domain";
import type { ReactElement } from "react";
import { fullDate } from "../time/dates.ts";
import { PrintLayout } from "../../ui/PrintLayout.tsx";
import { PrintTable } from "../../ui/PrintTable.tsx";

type Props = { certificate: Certificate; event: string; report: string | null };

/** The certificate on paper. */
export function PrintedCertificate({ certificate, event, report }: Props): ReactElement {
  const { title, lines, statements, tables, method } = certificateDocument(certificate, {
    event,
    report,
    formatDate: fullDate,
  });
  return (
    <PrintLayout title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ul>
        {statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      {tables.map((table) => (
        <PrintTable key={table.title} {...table} />
      ))}
      <section>
        <h2>Method</h2>
        <p>{method}</p>
      </section>
    </PrintLayout>
  );
}
