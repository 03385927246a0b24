import { procedure, router } from "./gate.ts";
import { readDashboardStats } from "../db/dashboard-stats.ts";

export const homeRouter = router({
  fetchStats: procedure("signed-in").query(({ ctx }) => readDashboardStats(ctx.db, ctx.session.user)),
});
