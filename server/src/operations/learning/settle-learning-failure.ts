import { learningRunCan, learningRunTransitions } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import { MAX_ATTEMPTS } from "../../db/jobs/max-attempts.ts";
import { lockLearningRun, updateLearningRun } from "../../db/learning/runs.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import type { Attempt, JobEnd, WorkerContext } from "../worker-context.ts";
import { lockAttempt } from "./learning-attempt.ts";
import { removeRunFiles } from "./run-files.ts";

type Context = Pick<WorkerContext, "db" | "log" | "runsDir">;

/** Lets the queue retry what another attempt can continue; otherwise the run has failed, with a reason for a person. */
export async function settleLearningFailure(
  { db, log, runsDir }: Context,
  runSid: string,
  attempt: Attempt,
  error: unknown,
): Promise<JobEnd> {
  if (canContinue(attempt, error)) throw error;
  log.warn({ err: error, runSid }, "a training failed");
  const isEnded = await db.transaction(async (tx) => {
    if ((await lockAttempt(tx, runSid, attempt)) === null) return false;
    const ended = { state: learningRunTransitions.fail.to, endedAt: new Date(), progress: null };
    await updateLearningRun(tx, runSid, { ...ended, reason: toUserMessage(error, FALLBACK) });
    return true;
  });
  if (isEnded) await removeRunFiles(runsDir, runSid);
  return { outcome: "failed", error };
}

const FALLBACK = "The training failed because of an error in the server.";

/** The worker stops, the database or disk fails for a while, or the child process was killed. */
function canContinue({ attempt, signal }: Attempt, error: unknown): boolean {
  if (isWorkerShutdown(error) || signal.aborted || asTransientError(error) !== null) return true;
  return error instanceof ProcessError && error.kind === "crashed" && attempt < MAX_ATTEMPTS;
}

/** Marks a run as failed whose worker died in every attempt, so that no worker could record it. */
export async function failLostLearning({ db, runsDir }: Context, runSid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const run = await lockLearningRun(tx, runSid);
    if (run === null || !learningRunCan("fail", run.state).ok) return;
    const ended = { state: learningRunTransitions.fail.to, endedAt: new Date(), progress: null };
    await updateLearningRun(tx, runSid, { ...ended, reason: WORKER_DIED });
  });
  await removeRunFiles(runsDir, runSid);
}

const WORKER_DIED = "The worker ended in every attempt. It may have too little memory: the training needs 1 GB.";
