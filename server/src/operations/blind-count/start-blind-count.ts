import { randomBytes } from "node:crypto";
import { type SamplingRule, blindCountCan, samplingRuleSchema } from "@precount/domain";
import type { z } from "zod";
import { insertBlindCount, lockBlindCount, stopBlindCount as storeStop } from "../../db/blind-counts/counts.ts";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { lockProject } from "../../db/projects/read.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";
import { refreshBlindCount } from "./running-count.ts";

export const startBlindCountInput = byProject.extend({ rule: samplingRuleSchema });

export type BlindCountChange = { isRunning: boolean };

/** Starts the event's blind count: stores the plan with its seed, and draws the first sample. */
export const startBlindCount = (
  context: SignedInContext,
  { project, rule }: z.infer<typeof startBlindCountInput>,
): Promise<BlindCountChange> =>
  change(context, project.slug, async (tx, projectSid) => {
    if (await lockBlindCount(tx, projectSid)) {
      throw new AppError("CONFLICT", "This event has a blind count already. Stop it before you start another one.");
    }
    const { seed } = await insertNewBlindCount(tx, { projectSid, rule, startedBy: context.session.user.sid });
    const drawn = await refreshBlindCount(tx, projectSid);
    return { isRunning: true, details: { rule, seed, drawn: drawn?.figures.open ?? 0 } };
  });

/** Stores the plan of a new blind count with a random seed. The sample is drawn when the count is refreshed. */
export async function insertNewBlindCount(
  tx: Queryable,
  plan: { projectSid: string; rule: SamplingRule; startedBy: string },
): Promise<{ seed: string }> {
  const seed = randomBytes(16).toString("hex");
  await insertBlindCount(tx, { sid: newSid(), seed, ...plan });
  return { seed };
}

/** Stops the event's blind count. Its checks are kept, and another one starts from nothing. */
export const stopBlindCount = (context: SignedInContext, slug: string): Promise<BlindCountChange> =>
  change(context, slug, async (tx, projectSid) => {
    const count = await lockBlindCount(tx, projectSid);
    if (count) await storeStop(tx, count.sid, context.session.user.sid);
    return { isRunning: false, details: { seed: count?.seed ?? null } };
  });

async function change(
  { db, session, call }: SignedInContext,
  slug: string,
  write: (tx: Transaction, projectSid: string) => Promise<BlindCountChange & { details: Record<string, unknown> }>,
): Promise<BlindCountChange> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const { status } = await lockProject(tx, projectSid, "share");
    unwrapOrThrow(blindCountCan.start({ status, isArchived: status === "archived" }, session.user));
    const { isRunning, details } = await write(tx, projectSid);
    await recordChange(tx, call, { changes: [{ projectSid, kind: "blindCount", sid: projectSid }], details });
    return { isRunning };
  });
}
