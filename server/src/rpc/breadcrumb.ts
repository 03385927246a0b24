import { procedure, router } from "./gate.ts";
import { fetchBreadcrumbs, fetchBreadcrumbsInput } from "../operations/breadcrumb/fetch-breadcrumbs.ts";

export const breadcrumbRouter = router({
  fetchBreadcrumbs: procedure("signed-in")
    .input(fetchBreadcrumbsInput)
    .query(({ ctx, input }) => fetchBreadcrumbs(ctx, input)),
});
