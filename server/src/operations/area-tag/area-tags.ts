import { Readable } from "node:stream";
import {
  type AreaTagsQuery,
  MAX_AREA_TAGS,
  areaTagsQuerySchema,
  areasToPrint,
  areaTagFormat,
  issueText,
} from "@precount/domain";
import { listAreas } from "../../db/areas/list.ts";
import type { Queryable } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Download } from "../export/download.ts";
import { areaTagsPdf } from "./area-tags-pdf.ts";

/** The area tags of a range as a PDF. Throws AppError for an invalid query, and when there are no areas or too many. */
export async function areaTags(db: Queryable, event: ProjectRow, query: unknown): Promise<Download> {
  const wanted = readQuery(query);
  const numbers = areasToPrint(await listAreas(db, event.sid), wanted);
  if (numbers.length === 0) {
    throw new AppError(
      "BAD_REQUEST",
      "There are no areas to print in this range: add them first, or choose other numbers.",
    );
  }
  if (numbers.length > MAX_AREA_TAGS) {
    const message = `These are ${numbers.length} areas; at most ${MAX_AREA_TAGS} are printed at a time. Choose a shorter range.`;
    throw new AppError("BAD_REQUEST", message);
  }
  const content = { event, format: areaTagFormat(wanted.format), numbers };
  return {
    title: `${event.name} – area sheets`,
    extension: "pdf",
    type: "application/pdf",
    content: () => Readable.from(areaTagsPdf(content), { objectMode: false }),
  };
}

function readQuery(query: unknown): AreaTagsQuery {
  const parsed = areaTagsQuerySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new AppError("BAD_REQUEST", parsed.error.issues.map(issueText).join(" "));
}
