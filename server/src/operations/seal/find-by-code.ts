import { type VerifiedReport, parseCloseCode } from "@precount/domain";
import { z } from "zod";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { checkStoredSeal } from "./check-stored-seal.ts";
import { findVisibleSeal } from "./database-library.ts";
import { toKnownSeal, toVerifiedReport } from "./seal-library.ts";
import { toSeal } from "./stored-seal.ts";

export const byCloseCode = z.object({ closeCode: z.string().max(60) });

/** A sealed report with its address and totals, and what in the database does not match its seal. */
export type SealedReportLink = VerifiedReport & {
  projectSlug: string;
  reportSid: string;
  rows: number;
  quantity: number;
  problems: string[];
};

/**
 * The report of a close code that a person typed; null if it does not exist or its event is hidden from the person. Its signature, its
 * rows and its contents are checked.
 */
export async function findReportByCode(
  ctx: SignedInContext,
  { closeCode }: z.infer<typeof byCloseCode>,
): Promise<SealedReportLink | null> {
  const row = await findVisibleSeal(ctx, unwrapOrThrow(parseCloseCode(closeCode)));
  if (!row) return null;
  const { event, report, rows, quantity } = row.statement;
  return {
    ...toVerifiedReport(toKnownSeal(toSeal(row), null)),
    projectSlug: event.slug,
    reportSid: report.sid,
    rows,
    quantity,
    problems: await checkStoredSeal(ctx.db, row),
  };
}
