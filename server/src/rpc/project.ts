import { toProject } from "../db/projects/read.ts";
import { procedure, router } from "./gate.ts";
import { analyzeProject, analyzeProjectInput } from "../operations/project/analyze-project.ts";
import { changeProjectStatus } from "../operations/project/change-status.ts";
import { completeProject } from "../operations/project/complete-project.ts";
import { createProject, createProjectInput } from "../operations/project/create-project.ts";
import { fetchCreateChoices, fetchCreateChoicesInput } from "../operations/project/fetch-create-choices.ts";
import { deleteProject } from "../operations/project/delete-project.ts";
import { cancelQueue, getEventQueue } from "../operations/project/event-queue.ts";
import {
  fetchProjectWithImages,
  fetchProjectWithImagesInput,
} from "../operations/project/fetch-project-with-images.ts";
import { fetchProjects, fetchProjectsInput, fetchSummaries } from "../operations/project/fetch-projects.ts";
import { retryFailed } from "../operations/image/retry-job.ts";
import { getProjectStats, getProjectStatsInput } from "../operations/project/get-project-stats.ts";
import { getStatsFigures } from "../operations/project/get-stats-figures.ts";
import { getReport } from "../operations/report/get-report.ts";
import { byReport, bySlug } from "../operations/inputs.ts";
import {
  fetchReportExceptions,
  fetchReportRows,
  fetchReportSkus,
  getReportCover,
  getReportPrint,
  reportAddress,
  reportExceptionsInput,
  reportRowsInput,
  reportSkusInput,
} from "../operations/report/report-views.ts";
import { setProjectSettings, setProjectSettingsInput } from "../operations/project/set-project-settings.ts";
import { requireProject } from "../operations/project/require-project.ts";

export const projectRouter = router({
  fetchProjects: procedure("signed-in")
    .input(fetchProjectsInput)
    .query(({ ctx, input }) => fetchProjects(ctx, input)),
  fetchSummaries: procedure("signed-in")
    .input(fetchProjectsInput)
    .query(({ ctx, input }) => fetchSummaries(ctx, input)),
  getProject: procedure("signed-in")
    .input(bySlug)
    .query(async ({ ctx, input }) => toProject(ctx.db, await requireProject(ctx, input.slug))),
  fetchProjectWithImages: procedure("signed-in")
    .input(fetchProjectWithImagesInput)
    .query(({ ctx, input }) => fetchProjectWithImages(ctx, input)),
  getProjectStats: procedure("signed-in")
    .input(getProjectStatsInput)
    .query(({ ctx, input }) => getProjectStats(ctx, input)),
  getStatsFigures: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => getStatsFigures(ctx, input.slug)),
  getProjectReport: procedure("report.see")
    .input(byReport)
    .query(({ ctx, input }) => getReport(ctx, input.reportSid)),
  getReportCover: procedure("report.see")
    .input(reportAddress)
    .query(({ ctx, input }) => getReportCover(ctx, input)),
  fetchReportRows: procedure("report.see")
    .input(reportRowsInput)
    .query(({ ctx, input }) => fetchReportRows(ctx, input)),
  fetchReportSkus: procedure("report.see")
    .input(reportSkusInput)
    .query(({ ctx, input }) => fetchReportSkus(ctx, input)),
  fetchReportExceptions: procedure("report.see")
    .input(reportExceptionsInput)
    .query(({ ctx, input }) => fetchReportExceptions(ctx, input)),
  getReportPrint: procedure("report.see")
    .input(reportAddress)
    .query(({ ctx, input }) => getReportPrint(ctx, input)),

  fetchCreateChoices: procedure("project.create")
    .input(fetchCreateChoicesInput)
    .query(({ ctx, input }) => fetchCreateChoices(ctx, input)),
  createProject: procedure("project.create")
    .input(createProjectInput)
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  activateProject: procedure("project.activate")
    .input(bySlug)
    .mutation(({ ctx, input }) => changeProjectStatus(ctx, input.slug, "activate")),
  discardProject: procedure("project.discard")
    .input(bySlug)
    .mutation(({ ctx, input }) => changeProjectStatus(ctx, input.slug, "discard")),
  reopenProject: procedure("project.reopen")
    .input(bySlug)
    .mutation(({ ctx, input }) => changeProjectStatus(ctx, input.slug, "reopen")),
  archiveProject: procedure("project.archive")
    .input(bySlug)
    .mutation(({ ctx, input }) => changeProjectStatus(ctx, input.slug, "archive")),
  recoverProject: procedure("project.recover")
    .input(bySlug)
    .mutation(({ ctx, input }) => changeProjectStatus(ctx, input.slug, "recover")),
  deleteProject: procedure("project.delete")
    .input(bySlug)
    .mutation(({ ctx, input }) => deleteProject(ctx, input.slug)),
  completeProject: procedure("project.complete")
    .input(bySlug)
    .mutation(({ ctx, input }) => completeProject(ctx, input.slug)),
  analyzeProject: procedure("project.analyze")
    .input(analyzeProjectInput)
    .mutation(({ ctx, input }) => analyzeProject(ctx, input)),
  getQueue: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => getEventQueue(ctx, input.slug)),
  cancelQueue: procedure("project.analyze")
    .input(bySlug)
    .mutation(({ ctx, input }) => cancelQueue(ctx, input.slug)),
  retryFailed: procedure("image.detect")
    .input(bySlug)
    .mutation(({ ctx, input }) => retryFailed(ctx, input.slug)),
  setProjectSettings: procedure("project.change-settings")
    .input(setProjectSettingsInput)
    .mutation(({ ctx, input }) => setProjectSettings(ctx, input)),
});
