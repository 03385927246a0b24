import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type ReportHead, type ReportRow, reportTitle } from "@precount/domain";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { insertAreas } from "../db/areas/write.ts";
import type { Database } from "../db/connect.ts";
import { insertProject, updateProject } from "../db/projects/write.ts";
import { insertReport, insertReportRows } from "../db/reports/rows.ts";
import { newSid } from "../lib/ids.ts";

const EVENT = { name: "Last count", slug: "last-count" };

const rowsSchema = z.array(z.object({ Area: z.string(), Shelf: z.string(), Code: z.string(), Quantity: z.string() }));

/**
 * Creates the demo's earlier event, a completed event with a report but without photos, and chooses it as the previous event of the demo:
 * radar and variance then compare with it. Does nothing if the file does not exist.
 * @param path CSV with the columns Area, Shelf, Code and Quantity
 */
export async function createLastCount(
  db: Database,
  {
    demoSid,
    path,
    areas,
    admin,
  }: { demoSid: string; path: string; areas: { from: number; to: number }; admin: { sid: string; name: string } },
): Promise<void> {
  if (!existsSync(path)) return;
  const rows = toReportRows(await readFile(path, "utf8"));
  const [projectSid, reportSid] = [newSid(), newSid()];
  await db.transaction(async (tx) => {
    await insertProject(tx, { sid: projectSid, ...EVENT, status: "completed", createdBy: admin.sid });
    await insertAreas(tx, projectSid, areas);
    await insertReportRows(tx, reportSid, rows);
    await insertReport(tx, {
      sid: reportSid,
      projectSid,
      version: 1,
      title: reportTitle(EVENT.name, 1),
      contents: headOf(rows, { sid: projectSid, ...EVENT }, admin),
      createdBy: admin.sid,
    });
    await updateProject(tx, demoSid, { previousEventSid: projectSid });
  });
}

const toReportRows = (text: string): ReportRow[] =>
  rowsSchema.parse(parse(text, { columns: true })).map(({ Area, Shelf, Code, Quantity }) => ({
    areaCode: Area,
    bayCode: "",
    shelfCode: Shelf,
    code: Code,
    quantity: Quantity,
  }));

const units = (rows: readonly ReportRow[]): number => rows.reduce((sum, { quantity }) => sum + Number(quantity), 0);

function headOf(
  rows: readonly ReportRow[],
  event: ReportHead["event"],
  { sid, name }: { sid: string; name: string },
): ReportHead {
  const bySku = [...Map.groupBy(rows, ({ code }) => code)]
    .map(([code, own]) => ({ code, rows: own.length, quantity: units(own) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    event,
    version: 1,
    generatedAt: new Date().toISOString(),
    generatedBy: { sid, name },
    totals: { rows: rows.length, quantity: units(rows), images: 0, bySku },
    exceptions: [],
  };
}
