import { procedure, router } from "./gate.ts";
import { readStats } from "../db/stats.ts";

export const homeRouter = router({
  fetchStats: procedure("signed-in").query(({ ctx }) => readStats(ctx.db, ctx.session.user)),
});
