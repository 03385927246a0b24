import { procedure, router } from "../../trpc/gate.ts";
import { fetchBreadcrumbs, fetchBreadcrumbsInput } from "./fetch-breadcrumbs.ts";

export const breadcrumbRouter = router({
  fetchBreadcrumbs: procedure("signed-in")
    .input(fetchBreadcrumbsInput)
    .query(({ ctx, input }) => fetchBreadcrumbs(ctx, input)),
});
