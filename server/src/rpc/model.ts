import { canSeeModel } from "@precount/domain";
import { listModels } from "../db/models/read.ts";
import { procedure, router } from "./gate.ts";
import { setModelStatus, setModelStatusInput } from "../operations/model/set-model-status.ts";

export const modelRouter = router({
  /** All that one may see, retired ones too: what is offered where is domain's isModelOffered. */
  fetchModels: procedure("signed-in").query(async ({ ctx }) => {
    const models = await listModels(ctx.db);
    return models.filter((model) => canSeeModel(ctx.session.user, model));
  }),
  setModelStatus: procedure("model.change")
    .input(setModelStatusInput)
    .mutation(({ ctx, input }) => setModelStatus(ctx, input)),
});
