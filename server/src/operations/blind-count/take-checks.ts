import { blindCountCan } from "@precount/domain";
import { z } from "zod";
import { takeOpenChecks } from "../../db/blind-counts/checks.ts";
import { lockProject } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { requireBlindCount } from "./running-count.ts";
import { type ShownCheck, toShownChecks } from "./shown-checks.ts";

/** Checks that a browser holds: enough for some minutes without a network. */
const MAX_TAKEN = 30;

export const takeChecksInput = byProject.extend({ count: z.number().int().min(1).max(MAX_TAKEN).default(MAX_TAKEN) });

/**
 * Gives the person the next checks, without their values, and draws more if the plan asks for it. They are theirs for 20 minutes;
 * taking them again gives the same ones.
 */
export async function takeChecks(
  { db, session, call }: SignedInContext,
  { project, count: limit }: z.infer<typeof takeChecksInput>,
): Promise<{ checks: ShownCheck[] }> {
  const { sid: projectSid, slug } = await requireProject({ db, session }, project.slug);
  return db.transaction(async (tx) => {
    const { status } = await lockProject(tx, projectSid, "share");
    unwrapOrThrow(blindCountCan.check({ status, isArchived: status === "archived" }, session.user));
    const { counted } = await requireBlindCount(tx, projectSid);
    const taken = await takeOpenChecks(tx, { ...counted, userSid: session.user.sid, limit });
    await recordAudit(tx, call, { projectSid, details: { checks: taken.length } });
    return { checks: await toShownChecks(tx, slug, taken) };
  });
}
