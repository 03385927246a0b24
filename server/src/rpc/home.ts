import { procedure, router } from "./gate.ts";
import { readDashboardStats } from "../db/dashboard-stats.ts";
import { fetchOverview } from "../operations/home/fetch-overview.ts";

export const homeRouter = router({
  fetchStats: procedure("signed-in").query(({ ctx }) => readDashboardStats(ctx.db, ctx.session.user)),
  fetchOverview: procedure("signed-in").query(({ ctx }) => fetchOverview(ctx)),
});
