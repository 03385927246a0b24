import { Readable } from "node:stream";
import {
  type AreaSheetsQuery,
  MAX_SHEET_AREAS,
  areaSheetsQuerySchema,
  areasOnSheets,
  labelFormat,
} from "@precount/domain";
import { listAreas } from "../../db/areas.ts";
import type { Queryable } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects.ts";
import { AppError } from "../../errors.ts";
import type { Download } from "../downloads/send.ts";
import { sheetsPdf } from "./sheets-pdf.ts";

/** The sheets that a query asks for, ready to be sent. Throws AppError with a sentence: wrong query, none or too many areas. */
export async function areaSheets(db: Queryable, event: ProjectRow, query: unknown): Promise<Download> {
  const wanted = readQuery(query);
  const numbers = areasOnSheets(await listAreas(db, event.sid), wanted);
  if (numbers.length === 0) {
    throw new AppError(
      "BAD_REQUEST",
      "There are no areas to print in this range: add them first, or choose other numbers.",
    );
  }
  if (numbers.length > MAX_SHEET_AREAS) {
    const message = `These are ${numbers.length} areas; at most ${MAX_SHEET_AREAS} are printed at a time. Choose a shorter range.`;
    throw new AppError("BAD_REQUEST", message);
  }
  const content = { event, format: labelFormat(wanted.format), numbers };
  return {
    title: `${event.name} – area sheets`,
    extension: "pdf",
    type: "application/pdf",
    content: () => Readable.from(sheetsPdf(content), { objectMode: false }),
  };
}

function readQuery(query: unknown): AreaSheetsQuery {
  const parsed = areaSheetsQuerySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new AppError("BAD_REQUEST", parsed.error.issues.map(({ message }) => message).join(" "));
}
