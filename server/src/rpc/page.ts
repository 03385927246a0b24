import { listPages } from "../db/tasks/list.ts";
import { procedure, router } from "./gate.ts";

export const pageRouter = router({
  fetchPages: procedure("signed-in").query(({ ctx }) => listPages(ctx.db, ctx.session.user)),
});
