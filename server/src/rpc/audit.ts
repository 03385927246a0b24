import { auditFiltersSchema } from "@precount/domain";
import { z } from "zod";
import { listAudit } from "../db/audit/entries.ts";
import { readChainEnd } from "../db/audit/chain.ts";
import { describeEntries } from "../operations/audit/describe-entries.ts";
import { procedure, router } from "./gate.ts";
import { paging } from "../operations/inputs.ts";

const fetchAuditInput = z.object({ ...paging, filters: auditFiltersSchema.default({}) }).prefault({});

export const auditRouter = router({
  fetchAudit: procedure("audit.see")
    .input(fetchAuditInput)
    .query(async ({ ctx, input: { filters, ...page } }) => {
      const found = await listAudit(ctx.db, filters, page);
      return { ...found, items: await describeEntries(ctx.db, found.items) };
    }),
  /** The end of the chain, which an operator notes elsewhere: `precount audit verify --noted` then detects missing newest entries. */
  getChainEnd: procedure("audit.see").query(async ({ ctx }) => {
    const end = await readChainEnd(ctx.db);
    return end && { position: end.position, hash: end.hash.toString("hex") };
  }),
});
