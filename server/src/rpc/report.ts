import {
  fetchComparableEvents,
  fetchReportChanges,
  fetchReportDifferences,
  reportChangesInput,
  reportDifferencesInput,
} from "../operations/report/compare-reports.ts";
import { acceptReport, acceptReportInput } from "../operations/report/accept-report.ts";
import {
  createEvidenceLink,
  createEvidenceLinkInput,
  fetchEvidenceLinks,
  revokeEvidenceLink,
  revokeEvidenceLinkInput,
} from "../operations/evidence/links.ts";
import {
  fetchReportGroups,
  getReportFigures,
  reportAddress,
  reportGroupsInput,
} from "../operations/report/report-views.ts";
import { procedure, router } from "./gate.ts";

/** Procedures about reports that the specification does not name. */
export const reportRouter = router({
  getFigures: procedure("report.see")
    .input(reportAddress)
    .query(({ ctx, input }) => getReportFigures(ctx, input)),
  fetchGroups: procedure("report.see")
    .input(reportGroupsInput)
    .query(({ ctx, input }) => fetchReportGroups(ctx, input)),
  fetchChanges: procedure("report.see")
    .input(reportChangesInput)
    .query(({ ctx, input }) => fetchReportChanges(ctx, input)),
  fetchDifferences: procedure("report.see")
    .input(reportDifferencesInput)
    .query(({ ctx, input }) => fetchReportDifferences(ctx, input)),
  fetchComparableEvents: procedure("report.see")
    .input(reportAddress)
    .query(({ ctx, input }) => fetchComparableEvents(ctx, input)),
  accept: procedure("report.accept")
    .input(acceptReportInput)
    .mutation(({ ctx, input }) => acceptReport(ctx, input)),
  fetchEvidenceLinks: procedure("report.share")
    .input(reportAddress)
    .query(({ ctx, input }) => fetchEvidenceLinks(ctx, input)),
  createEvidenceLink: procedure("report.share")
    .input(createEvidenceLinkInput)
    .mutation(({ ctx, input }) => createEvidenceLink(ctx, input)),
  revokeEvidenceLink: procedure("report.share")
    .input(revokeEvidenceLinkInput)
    .mutation(({ ctx, input }) => revokeEvidenceLink(ctx, input)),
});
