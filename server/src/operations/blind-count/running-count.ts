import { type Certificate, type CertificateFigures } from "@precount/domain";
import { type BlindCountRow, findBlindCount, lockBlindCount } from "../../db/blind-counts/counts.ts";
import { type CountedPopulation, listCheckers } from "../../db/blind-counts/sample.ts";
import type { Transaction } from "../../db/connect.ts";
import { AppError } from "../../errors/app-error.ts";
import { drawSample } from "./draw-sample.ts";

/** A running blind count with its sample. */
export type RunningCount = { count: BlindCountRow; counted: CountedPopulation; figures: CertificateFigures };

/** The event's running blind count, with its sample drawn up to date; null without one. */
export async function refreshBlindCount(tx: Transaction, projectSid: string): Promise<RunningCount | null> {
  const count = await lockBlindCount(tx, projectSid);
  return count && { count, ...(await drawSample(tx, count)) };
}

/** The same. Throws if the event has no blind count. */
export async function requireBlindCount(tx: Transaction, projectSid: string): Promise<RunningCount> {
  const running = await refreshBlindCount(tx, projectSid);
  if (!running) throw new AppError("PRECONDITION_FAILED", "This event has no blind count: start one first.");
  return running;
}

/** The certificate of a running count, as far as it is checked. */
export async function toCertificate(tx: Transaction, { count, counted, figures }: RunningCount): Promise<Certificate> {
  const { rule, seed, sid: blindCountSid, startedAt, projectSid } = count;
  return {
    blindCountSid,
    rule,
    seed,
    startedAt: startedAt.toISOString(),
    startedBy: (await findBlindCount(tx, projectSid))?.startedBy ?? "",
    people: await listCheckers(tx, counted),
    figures,
  };
}
