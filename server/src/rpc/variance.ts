import { bySlug } from "../operations/inputs.ts";
import {
  fetchVarianceAreas,
  fetchVarianceCodes,
  getRecountList,
  getVariance,
  recountInput,
  varianceAreasInput,
  varianceCodesInput,
  varianceOverviewInput,
} from "../operations/variance/fetch-variance.ts";
import {
  choosePreviousEvent,
  choosePreviousEventInput,
  getPreviousEvent,
} from "../operations/variance/previous-event.ts";
import { procedure, router } from "./gate.ts";

export const varianceRouter = router({
  getVariance: procedure("report.see")
    .input(varianceOverviewInput)
    .query(({ ctx, input }) => getVariance(ctx, input)),
  fetchCodes: procedure("report.see")
    .input(varianceCodesInput)
    .query(({ ctx, input }) => fetchVarianceCodes(ctx, input)),
  fetchAreas: procedure("report.see")
    .input(varianceAreasInput)
    .query(({ ctx, input }) => fetchVarianceAreas(ctx, input)),
  getRecountList: procedure("report.see")
    .input(recountInput)
    .query(({ ctx, input }) => getRecountList(ctx, input)),
  getPreviousEvent: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => getPreviousEvent(ctx, input.slug)),
  choosePreviousEvent: procedure("project.change-settings")
    .input(choosePreviousEventInput)
    .mutation(({ ctx, input }) => choosePreviousEvent(ctx, input)),
});
