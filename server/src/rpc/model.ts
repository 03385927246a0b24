import { isModelListed, modelFor } from "@precount/domain";
import { listModelAccuracies } from "../db/models/accuracy.ts";
import { listModels } from "../db/models/read.ts";
import { procedure, router } from "./gate.ts";
import { setModelStatus, setModelStatusInput } from "../operations/model/set-model-status.ts";

export const modelRouter = router({
  /** All models for admins, the offered ones for other users (PD-64). */
  fetchModels: procedure("signed-in").query(async ({ ctx }) => {
    const models = await listModels(ctx.db);
    const { user } = ctx.session;
    return models.filter((model) => isModelListed(user, model)).map((model) => modelFor(user, model));
  }),
  /** The share of approved stickers without a correction, by model. */
  fetchAccuracies: procedure("model.list").query(({ ctx }) => listModelAccuracies(ctx.db)),
  setModelStatus: procedure("model.change")
    .input(setModelStatusInput)
    .mutation(({ ctx, input }) => setModelStatus(ctx, input)),
});
