import { canSeeProject } from "@precount/domain";
import type { ActiveSession } from "../../auth/active-session.ts";
import type { Queryable } from "../../db/connect.ts";
import { findProject } from "../../db/projects/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import { listSealKeys } from "../../db/seals/keys.ts";
import { type SealRow, findSealByCode, findSealsByColumns } from "../../db/seals/seals.ts";
import type { KnownSeal, SealLibrary } from "./seal-library.ts";
import { toSeal } from "./stored-seal.ts";

/** The seals of the events that a person sees. */
export async function openDatabaseLibrary(ctx: { db: Queryable; session: ActiveSession }): Promise<SealLibrary> {
  const { db } = ctx;
  const keys = await listSealKeys(db);
  return {
    findByCode: async (closeCode) => {
      const row = await findVisibleSeal(ctx, closeCode);
      return row && toKnown(db, row);
    },
    findByColumns: async (columns) => {
      const rows = await findSealsByColumns(db, columns);
      const visible = await Promise.all(rows.map((row) => isVisible(ctx, row)));
      return rows.filter((_, at) => visible[at]).map((row) => toKnown(db, row));
    },
    only: null,
    adviceFor: ({ named }) =>
      named === null
        ? "No sealed report has these rows, and the file names none. Keep the file name of the export: it contains the close code."
        : `No report with the close code ${named} is known here: it belongs to another installation, or to an event that you do not see. With its seal file, 'precount verify' compares it without an installation.`,
    isTrusted: (publicKey) => keys.some((key) => key.publicKey.equals(publicKey)),
  };
}

const toKnown = (db: Queryable, row: SealRow): KnownSeal => ({
  seal: toSeal(row),
  closeCode: row.closeCode,
  rows: () => reportRowBatches(db, row.reportSid),
});

/** The seal of a close code; null if it does not exist or its event is hidden from the person. */
export async function findVisibleSeal(
  ctx: { db: Queryable; session: ActiveSession },
  closeCode: string,
): Promise<SealRow | null> {
  const row = await findSealByCode(ctx.db, closeCode);
  return row && (await isVisible(ctx, row)) ? row : null;
}

async function isVisible(
  { db, session }: { db: Queryable; session: ActiveSession },
  { projectSid }: SealRow,
): Promise<boolean> {
  const project = await findProject(db, projectSid);
  return project !== null && canSeeProject(session.user, project);
}
