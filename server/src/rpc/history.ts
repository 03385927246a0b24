import {
  fetchRowChanges,
  figuresInput,
  getFigures,
  getFirstMoment,
  rowChangesInput,
} from "../operations/history/moments.ts";
import { fetchPeople } from "../operations/history/fetch-people.ts";
import { fetchTimeline, timelineInput } from "../operations/history/fetch-timeline.ts";
import { getResultHistory, resultHistoryInput } from "../operations/history/result-history.ts";
import { byProject } from "../operations/inputs.ts";
import { procedure, router } from "./gate.ts";

/** The timeline of an event, its figures and rows at moments of the past, and the history of one of its results. */
export const historyRouter = router({
  fetchTimeline: procedure("signed-in")
    .input(timelineInput)
    .query(({ ctx, input }) => fetchTimeline(ctx, input)),
  fetchPeople: procedure("signed-in")
    .input(byProject)
    .query(({ ctx, input }) => fetchPeople(ctx, input)),
  getResultHistory: procedure("signed-in")
    .input(resultHistoryInput)
    .query(({ ctx, input }) => getResultHistory(ctx, input)),
  getFirstMoment: procedure("signed-in")
    .input(byProject)
    .query(({ ctx, input }) => getFirstMoment(ctx, input)),
  getFigures: procedure("signed-in")
    .input(figuresInput)
    .query(({ ctx, input }) => getFigures(ctx, input)),
  fetchRowChanges: procedure("report.see")
    .input(rowChangesInput)
    .query(({ ctx, input }) => fetchRowChanges(ctx, input)),
});
