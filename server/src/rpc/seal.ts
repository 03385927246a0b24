import { byCloseCode, findReportByCode } from "../operations/seal/find-by-code.ts";
import { procedure, router } from "./gate.ts";

/** The seals of reports. Files are verified by POST /api/verify. */
export const sealRouter = router({
  findReport: procedure("report.see")
    .input(byCloseCode)
    .query(({ ctx, input }) => findReportByCode(ctx, input)),
});
