import { bySlug } from "../operations/inputs.ts";
import {
  acceptFindingsInput,
  acceptRadarFindings,
  reopenFindingsInput,
  reopenRadarFindings,
} from "../operations/radar/accept-findings.ts";
import { fetchFindings, fetchFindingsInput, fetchRadarSummary } from "../operations/radar/radar.ts";
import { procedure, router } from "./gate.ts";

/** The plausibility radar of an event. */
export const radarRouter = router({
  fetchFindings: procedure("item.see")
    .input(fetchFindingsInput)
    .query(({ ctx, input }) => fetchFindings(ctx, input)),
  fetchSummary: procedure("item.see")
    .input(bySlug)
    .query(({ ctx, input }) => fetchRadarSummary(ctx, input.slug)),
  acceptFindings: procedure("radar.decide")
    .input(acceptFindingsInput)
    .mutation(({ ctx, input }) => acceptRadarFindings(ctx, input)),
  reopenFindings: procedure("radar.decide")
    .input(reopenFindingsInput)
    .mutation(({ ctx, input }) => reopenRadarFindings(ctx, input)),
});
