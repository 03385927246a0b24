import { acceptReasonSchema, findingKeySchema, radarCan } from "@precount/domain";
import { z } from "zod";
import { acceptFindings, reopenFindings } from "../../db/radar/findings.ts";
import { lockProject } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";
import type { Transaction } from "../../db/connect.ts";

/** Findings that one call accepts or reopens. A page of the screen has fewer. */
const MAX_KEYS = 200;

const keys = z.array(findingKeySchema).min(1).max(MAX_KEYS);
export const acceptFindingsInput = byProject.extend({ keys, reason: acceptReasonSchema });
export const reopenFindingsInput = byProject.extend({ keys });

/** The findings that were changed. */
export type ChangedFindings = { keys: string[] };

/**
 * Accepts findings as correct, with a reason. A finding whose values change later is open again (PD-91). Keys of findings that do not
 * exist any more are left out.
 */
export const acceptRadarFindings = (
  context: SignedInContext,
  { project, keys, reason }: z.infer<typeof acceptFindingsInput>,
): Promise<ChangedFindings> =>
  change(context, project.slug, { reason }, (tx, projectSid) =>
    acceptFindings(tx, projectSid, { keys, reason, userSid: context.session.user.sid }),
  );

/** Removes the acceptances of findings. */
export const reopenRadarFindings = (
  context: SignedInContext,
  { project, keys }: z.infer<typeof reopenFindingsInput>,
): Promise<ChangedFindings> =>
  change(context, project.slug, {}, (tx, projectSid) => reopenFindings(tx, projectSid, keys));

async function change(
  { db, session, call }: SignedInContext,
  slug: string,
  details: Record<string, unknown>,
  write: (tx: Transaction, projectSid: string) => Promise<string[]>,
): Promise<ChangedFindings> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const { status } = await lockProject(tx, projectSid, "share");
    unwrapOrThrow(radarCan.decide({ status, isArchived: status === "archived" }, session.user));
    const keys = await write(tx, projectSid);
    const changes = [{ projectSid, kind: "radar" as const, sid: projectSid }];
    await recordChange(tx, call, { changes, details: { ...details, findings: keys } });
    return { keys };
  });
}
