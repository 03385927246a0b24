import { existsSync } from "node:fs";
import { join } from "node:path";
import { type LearningReport, type Model, learningRunTransitions } from "@precount/domain";
import { recordAudit } from "../../audit/record-audit.ts";
import { type LearningRunRow, findRunState, updateLearningRun } from "../../db/learning/runs.ts";
import { readLearningSettings } from "../../db/learning/settings.ts";
import { insertLearnedModel } from "../../db/models/learned.ts";
import { findModel } from "../../db/models/read.ts";
import type { Attempt, JobEnd, WorkerContext } from "../worker-context.ts";
import { lockAttempt, startAttempt } from "./learning-attempt.ts";
import { promote } from "./promote.ts";
import { removeRunFiles, runFiles } from "./run-files.ts";
import { storeModelFiles } from "./model-folder.ts";
import { settleLearningFailure } from "./settle-learning-failure.ts";
import { watchLearning } from "./watch-learning.ts";
import { writeExampleFolder } from "./write-example-folder.ts";

type Work = { run: LearningRunRow; champion: Model; base: Model };

/**
 * Trains a model on the examples of a run, and registers it. The model in use stays in use until the new one is promoted. An attempt
 * whose worker died is continued by the next one.
 */
export async function learn(context: WorkerContext, runSid: string, attempt: Attempt): Promise<JobEnd> {
  try {
    const work = await startAttempt(context, runSid, attempt);
    if (work !== null) {
      const report = await train(context, work, attempt);
      if (report !== null) await store(context, work, attempt, report);
      // The training may have written the model before it noticed the cancel.
      if ((await findRunState(context.db, runSid)) === "canceled") await context.modelFiles.removeLearned(nameOf(work));
    }
    await removeRunFiles(context.runsDir, runSid);
    return { outcome: "done" };
  } catch (error) {
    return settleLearningFailure(context, runSid, attempt, error);
  }
}

/** Trains, or returns the report of a model that an earlier attempt completed. Null if a person cancels the run. */
async function train(context: WorkerContext, work: Work, attempt: Attempt): Promise<LearningReport | null> {
  const { modelFiles, trainer, runsDir } = context;
  const { run, champion } = work;
  const name = nameOf(work);
  if ((await modelFiles.listLearned()).includes(name)) return (await modelFiles.readLearned(name)).report;
  const watch = watchLearning(context, run.sid, attempt);
  const signal = AbortSignal.any([attempt.signal, watch.cancelSignal]);
  try {
    const { examplesDir, stateFile } = runFiles(runsDir, run.sid);
    // Every attempt learns from the same examples, so that it can continue.
    if (!existsSync(examplesDir)) await writeExampleFolder(context, run.groupSid, { folder: examplesDir, signal });
    const call = {
      examplesDir,
      modelDir: modelFiles.folderOf(champion),
      outDir: join(modelFiles.learnedDir, name),
      stateFile,
      title: titleOf(work),
    };
    return await trainer.train(call, { signal, onProgress: watch.onProgress });
  } catch (error) {
    if (watch.cancelSignal.aborted) return null;
    throw error;
  } finally {
    await watch.end();
  }
}

/** The same in every attempt of a run. */
const nameOf = ({ run, base }: Work): string => `${base.name}-${run.sid.slice(0, 8)}`;
const titleOf = ({ run, base }: Work): string => `${base.title}, learned ${run.createdAt.toISOString().slice(0, 10)}`;

/** Registers the model in preview, and puts it in use if the promotion rule and the admin's settings allow it. */
async function store(context: WorkerContext, work: Work, attempt: Attempt, report: LearningReport): Promise<void> {
  const { run, base } = work;
  const { modelFiles } = context;
  const { sid, name, title, trainedAt, backend } = await modelFiles.readLearned(nameOf(work));
  await storeModelFiles(context, name, async (tx, addFiles) => {
    if ((await lockAttempt(tx, run.sid, attempt)) === null) return;
    const learned = { adaptsSid: base.sid, groupSid: run.groupSid, report };
    await insertLearnedModel(tx, { sid, name, title, trainedAt, backend, ...learned });
    await addFiles(sid);
    const ended = { state: learningRunTransitions.succeed.to, endedAt: new Date(), progress: null };
    await updateLearningRun(tx, run.sid, { ...ended, modelSid: sid });
    const { promotesAutomatically } = await readLearningSettings(tx);
    const isNew = (await findModel(tx, sid))?.learned?.promotedAt === null;
    if (!promotesAutomatically || !isNew) return;
    const promoted = await promote(tx, sid);
    if (!promoted.ok) {
      context.log.info({ model: name, reason: promoted.reason }, "the learned model is not put in use");
      return;
    }
    await recordAudit(tx, { ...PROMOTE_CALL, isRecorded: false }, { subject: { kind: "model", sid } });
  });
}

/** The call in the audit log when a model is put in use without a person. */
const PROMOTE_CALL = {
  kind: "model",
  action: "learning.promoteAutomatically",
  actor: null,
  address: null,
  named: null,
} as const;
