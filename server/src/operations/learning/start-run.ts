import {
  type LearningRun,
  canCancelRun,
  canStartLearning,
  learningRunTransitions,
  sidSchema,
  startsAutomatically,
} from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Database, Transaction } from "../../db/connect.ts";
import { countExamples, countExamplesSince } from "../../db/learning/examples.ts";
import {
  findLastRunTime,
  findUnfinishedRun,
  insertLearningRun,
  lockLearningRun,
  readLearningRun,
  updateLearningRun,
} from "../../db/learning/runs.ts";
import { readLearningSettings } from "../../db/learning/settings.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { JobQueue } from "../../queue/job-queue.ts";
import { learn } from "../../queue/learn.job.ts";
import type { SignedInContext } from "../context.ts";
import { type LearningScope, requireScope, scopeSubject } from "./scope.ts";

export const byRun = z.object({ sid: sidSchema });

/** Queues a training run on the examples of a group or of all. Refused while another one is unfinished. */
export async function startLearning(
  { db, queue, call, session }: SignedInContext,
  scope: LearningScope,
): Promise<LearningRun> {
  await requireScope(db, scope);
  const { groupSid } = scope;
  return db.transaction(async (tx) => {
    const { stickers } = await countExamples(tx, groupSid);
    unwrapOrThrow(canStartLearning(stickers, await findUnfinishedRun(tx)));
    const run = await queueRun(tx, queue, { groupSid, startedBy: session.user.sid });
    // Another one was started at the same moment.
    if (run === null) throw unwrapOrThrow(canStartLearning(stickers, { state: "queued" }));
    await recordAudit(tx, call, { subject: scopeSubject(groupSid), details: { stickers } });
    return run;
  });
}

/** Starts a run over all examples without a person, if an admin allowed it and there is enough new to learn. */
export async function startLearningIfDue(db: Database, queue: JobQueue, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { startsAutomatically: isAllowed } = await readLearningSettings(tx);
    if (!isAllowed) return false;
    const lastStartedAt = await findLastRunTime(tx);
    const facts = {
      isAllowed,
      lastStartedAt,
      newStickers: await countExamplesSince(tx, lastStartedAt),
      stickers: (await countExamples(tx, null)).stickers,
      unfinished: await findUnfinishedRun(tx),
    };
    if (!startsAutomatically(facts, now)) return false;
    return (await queueRun(tx, queue, { groupSid: null, startedBy: null })) !== null;
  });
}

async function queueRun(
  tx: Transaction,
  queue: JobQueue,
  given: { groupSid: string | null; startedBy: string | null },
): Promise<LearningRun | null> {
  const sid = newSid();
  if (!(await insertLearningRun(tx, { sid, ...given }))) return null;
  const [queueId = null] = await queue.send(tx, learn, [{ runSid: sid }]);
  await updateLearningRun(tx, sid, { queueId });
  return readLearningRun(tx, sid);
}

/** Ends a run. A worker that is training notices within a second, and the model in use stays. */
export async function cancelLearning({ db, queue, call }: SignedInContext, sid: string): Promise<LearningRun> {
  return db.transaction(async (tx) => {
    const row = await lockLearningRun(tx, sid);
    if (row === null) throw notFound("training run");
    unwrapOrThrow(canCancelRun(row));
    if (row.state === "queued" && row.queueId !== null) await queue.deleteJobs(tx, learn.name, [row.queueId]);
    await updateLearningRun(tx, sid, { state: learningRunTransitions.cancel.to, endedAt: new Date() });
    await recordAudit(tx, call, { subject: scopeSubject(row.groupSid) });
    const run = await readLearningRun(tx, sid);
    if (run === null) throw notFound("training run");
    return run;
  });
}
