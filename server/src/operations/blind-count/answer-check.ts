import {
  agrees,
  blindCountCan,
  canSeeProject,
  checkAnswerSchema,
  checkTransitions,
  fitsCheck,
  mayAnswer,
  sidSchema,
  transition,
} from "@precount/domain";
import { z } from "zod";
import { type CheckRow, findCheck, lockCheck, storeAnswer } from "../../db/blind-counts/checks.ts";
import type { Queryable } from "../../db/connect.ts";
import { findProject, lockProject } from "../../db/projects/read.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { enqueueExampleCollection } from "../../queue/enqueue.ts";
import { recordChange } from "../record-change.ts";

export const answerCheckInput = z.object({
  sid: sidSchema,
  answer: checkAnswerSchema,
  /** The author, as for edits: answers that waited in a browser must not be saved in another person's name. */
  author: sidSchema.optional(),
});

/** Whether the answer was stored. Not when another person answered first; it never tells whether it agrees. */
export type AnsweredCheck = { isStored: boolean };

/** The check, if the person sees its event. Otherwise NOT_FOUND. */
export async function requireCheck(
  { db, session }: Pick<SignedInContext, "db" | "session">,
  sid: string,
): Promise<{ check: CheckRow; projectSid: string }> {
  const found = await findCheck(db, sid);
  const project = found && (await findProject(db, found.projectSid));
  if (!project || !canSeeProject(session.user, project)) throw notFound("check");
  return found;
}

export const rowOf = ({ position, code, quantity }: CheckRow): { code: string; quantity: string } | null =>
  position === null ? null : { code, quantity };

/** Locks the check and its event. Throws if the event does not allow checks. */
async function lockForCheck(
  tx: Queryable,
  { session }: Pick<SignedInContext, "session">,
  { sid, projectSid }: { sid: string; projectSid: string },
): Promise<CheckRow> {
  const { status } = await lockProject(tx, projectSid, "share");
  unwrapOrThrow(blindCountCan.check({ status, isArchived: status === "archived" }, session.user));
  const check = await lockCheck(tx, sid);
  if (!check) throw notFound("check");
  return check;
}

/** Stores a person's answer. The same call again, or one for a check that is answered already, changes nothing. */
export async function answerCheck(
  context: SignedInContext,
  { sid, answer, author }: z.infer<typeof answerCheckInput>,
): Promise<AnsweredCheck> {
  const { db, session, call } = context;
  if (author !== undefined && author !== session.user.sid) {
    throw new AppError("UNAUTHORIZED", "This answer belongs to another user. It is sent when that user signs in.");
  }
  const { projectSid } = await requireCheck(context, sid);
  return db.transaction(async (tx) => {
    const check = await lockForCheck(tx, context, { sid, projectSid });
    unwrapOrThrow(mayAnswer(check, session.user.sid));
    const row = rowOf(check);
    if (!fitsCheck(row, answer)) throw new AppError("BAD_REQUEST", "This answer is for another kind of check.");
    const verb = agrees(row, answer) ? "agree" : "dispute";
    const next = transition(checkTransitions, "check", check.status, verb);
    // A check has no name that an entry could show.
    const subject = { kind: "project", sid: projectSid };
    if (!next.ok) {
      await recordAudit(tx, call, { projectSid, subject });
      return { isStored: check.answeredBy === session.user.sid };
    }
    await storeAnswer(tx, sid, { status: verb === "agree" ? "agreed" : "disputed", answer, userSid: session.user.sid });
    // The example of a sticker tells that a second person counted it.
    if (verb === "agree") await enqueueExampleCollection(tx, context.queue, [check.imageSid]);
    await recordChange(tx, call, {
      changes: [{ projectSid, kind: "blindCount", sid: projectSid }],
      subject,
    });
    return { isStored: true };
  });
}
