import { canSeeModel } from "@precount/domain";
import { listModels } from "../../db/models.ts";
import { procedure, router } from "../../trpc/gate.ts";

export const modelRouter = router({
  /** All that one may see, retired ones too: what is offered where is domain's isModelOffered. */
  fetchModels: procedure("signed-in").query(async ({ ctx }) => {
    const models = await listModels(ctx.db);
    return models.filter((model) => canSeeModel(ctx.session.user, model));
  }),
});
