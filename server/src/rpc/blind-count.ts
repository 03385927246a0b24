import { answerCheck, answerCheckInput } from "../operations/blind-count/answer-check.ts";
import { fetchErrorRates, getBlindCount, getCertificate } from "../operations/blind-count/get-blind-count.ts";
import { settleCheck, settleCheckInput } from "../operations/blind-count/settle-check.ts";
import { startBlindCount, startBlindCountInput, stopBlindCount } from "../operations/blind-count/start-blind-count.ts";
import { takeChecks, takeChecksInput } from "../operations/blind-count/take-checks.ts";
import { fetchThirdLooks } from "../operations/blind-count/third-looks.ts";
import { bySlug } from "../operations/inputs.ts";
import { reportAddress } from "../operations/report/report-views.ts";
import { procedure, router } from "./gate.ts";

/** The blind second count of an event, and the certificates that follow from it. */
export const blindCountRouter = router({
  getBlindCount: procedure("report.see")
    .input(bySlug)
    .query(({ ctx, input }) => getBlindCount(ctx, input.slug)),
  startBlindCount: procedure("project.change-settings")
    .input(startBlindCountInput)
    .mutation(({ ctx, input }) => startBlindCount(ctx, input)),
  stopBlindCount: procedure("project.change-settings")
    .input(bySlug)
    .mutation(({ ctx, input }) => stopBlindCount(ctx, input.slug)),
  takeChecks: procedure("detection.validate")
    .input(takeChecksInput)
    .mutation(({ ctx, input }) => takeChecks(ctx, input)),
  answerCheck: procedure("detection.validate")
    .input(answerCheckInput)
    .mutation(({ ctx, input }) => answerCheck(ctx, input)),
  fetchThirdLooks: procedure("detection.validate")
    .input(bySlug)
    .query(({ ctx, input }) => fetchThirdLooks(ctx, input.slug)),
  settleCheck: procedure("detection.validate")
    .input(settleCheckInput)
    .mutation(({ ctx, input }) => settleCheck(ctx, input)),
  fetchErrorRates: procedure("audit.see")
    .input(bySlug)
    .query(({ ctx, input }) => fetchErrorRates(ctx, input.slug)),
  getCertificate: procedure("report.see")
    .input(reportAddress)
    .query(({ ctx, input }) => getCertificate(ctx, input)),
});
