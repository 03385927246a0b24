import { type Model, championOf, learningRunCan, learningRunTransitions } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { type LearningRunRow, lockLearningRun, updateLearningRun } from "../../db/learning/runs.ts";
import { findModel, listModels } from "../../db/models/read.ts";
import type { Attempt, WorkerContext } from "../worker-context.ts";

/** The run if this attempt may write it: it is the latest one, and the run has not ended. Locked until the transaction ends. */
export async function lockAttempt(
  tx: Transaction,
  runSid: string,
  { attempt }: Attempt,
): Promise<LearningRunRow | null> {
  const run = await lockLearningRun(tx, runSid);
  return run?.state === "running" && run.attempt === attempt ? run : null;
}

type Started = { run: LearningRunRow; champion: Model; base: Model };

/**
 * Marks a run as running. Every attempt compares with the model that was in use at the first one. Null when the run has ended, or
 * fails because no model can learn.
 */
export async function startAttempt(
  { db }: Pick<WorkerContext, "db">,
  runSid: string,
  { attempt }: Attempt,
): Promise<Started | null> {
  return db.transaction(async (tx) => {
    const run = await lockLearningRun(tx, runSid);
    if (run === null || !learningRunCan("start", run.state).ok) return null;
    const champion = run.championSid === null ? null : await findModel(tx, run.championSid);
    const models = await listModels(tx);
    const chosen = champion ?? championOf(models, run.groupSid);
    const base = chosen?.learned ? models.find(({ sid }) => sid === chosen.learned?.adaptsSid) : chosen;
    if (chosen?.backend !== "onnx" || !base) {
      const ended = { state: learningRunTransitions.fail.to, endedAt: new Date() };
      await updateLearningRun(tx, runSid, { ...ended, reason: reasonOf(chosen) });
      return null;
    }
    const startedAt = run.startedAt ?? new Date();
    const started = { state: learningRunTransitions.start.to, attempt, startedAt, championSid: chosen.sid };
    await updateLearningRun(tx, runSid, started);
    return { run: { ...run, ...started }, champion: chosen, base };
  });
}

const reasonOf = (model: Model | null): string =>
  model === null
    ? "No model is in use."
    : `The model in use, ${model.title}, cannot learn: only models of the kind 'onnx' that run on this server can.`;
