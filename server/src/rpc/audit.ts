import { auditFiltersSchema } from "@precount/domain";
import { z } from "zod";
import { listAudit } from "../db/audit/entries.ts";
import { readChainEnd } from "../db/audit/chain.ts";
import { procedure, router } from "./gate.ts";
import { paging } from "../operations/inputs.ts";

const fetchAuditInput = z.object({ ...paging, filters: auditFiltersSchema.default({}) }).prefault({});

export const auditRouter = router({
  fetchAudit: procedure("audit.see")
    .input(fetchAuditInput)
    .query(({ ctx, input: { filters, ...page } }) => listAudit(ctx.db, filters, page)),
  /** To be noted elsewhere: with it, `precount audit verify --noted` finds out when the newest entries are gone. */
  getChainEnd: procedure("audit.see").query(async ({ ctx }) => {
    const end = await readChainEnd(ctx.db);
    return end && { position: end.position, hash: end.hash.toString("hex") };
  }),
});
