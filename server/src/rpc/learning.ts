import { listLearningRuns } from "../db/learning/runs.ts";
import { updateLearningSettings, updateLearningSettingsInput } from "../operations/learning/change-settings.ts";
import { deleteExamples, deleteExamplesInput } from "../operations/learning/delete-examples.ts";
import { fetchLearningOverview } from "../operations/learning/fetch-overview.ts";
import {
  byModel,
  fetchLearningReport,
  promoteLearnedModel,
  rollBackLearnedModel,
} from "../operations/learning/promote.ts";
import { learningScopeInput } from "../operations/learning/scope.ts";
import { byRun, cancelLearning, startLearning } from "../operations/learning/start-run.ts";
import { procedure, router } from "./gate.ts";

/** Learning from the crew's corrections (PD-176). `fetchModels` lists the learned models. */
export const learningRouter = router({
  fetchOverview: procedure("learning.manage").query(({ ctx }) => fetchLearningOverview(ctx)),
  updateSettings: procedure("learning.manage")
    .input(updateLearningSettingsInput)
    .mutation(({ ctx, input }) => updateLearningSettings(ctx, input)),
  /** Learns from the examples of a group, or of all. */
  start: procedure("learning.manage")
    .input(learningScopeInput)
    .mutation(({ ctx, input }) => startLearning(ctx, input)),
  cancel: procedure("learning.manage")
    .input(byRun)
    .mutation(({ ctx, input }) => cancelLearning(ctx, input.sid)),
  fetchRuns: procedure("learning.manage").query(({ ctx }) => listLearningRuns(ctx.db)),
  /** Null for a model that did not learn here. */
  fetchReport: procedure("learning.manage")
    .input(byModel)
    .query(({ ctx, input }) => fetchLearningReport(ctx, input)),
  promote: procedure("learning.manage")
    .input(byModel)
    .mutation(({ ctx, input }) => promoteLearnedModel(ctx, input)),
  rollBack: procedure("learning.manage")
    .input(learningScopeInput)
    .mutation(({ ctx, input }) => rollBackLearnedModel(ctx, input)),
  deleteExamples: procedure("learning.manage")
    .input(deleteExamplesInput)
    .mutation(({ ctx, input }) => deleteExamples(ctx, input)),
});
