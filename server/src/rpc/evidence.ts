import { readVisitSecret, setVisitCookie } from "../auth/evidence-token.ts";
import { openEvidenceLink, openEvidenceLinkInput } from "../operations/evidence/open-link.ts";
import {
  type Visit,
  evidenceRowsInput,
  evidenceStickerInput,
  fetchEvidenceRows,
  getEvidenceReport,
  getEvidenceSticker,
} from "../operations/evidence/views.ts";
import type { RpcContext } from "./context.ts";
import { publicProcedure, router } from "./gate.ts";

const visitOf = ({ db, request, config }: RpcContext): Visit => ({ db, secret: readVisitSecret(request, config) });

/** For people with an evidence link and without an account (ADR-046). The operations check the visit's cookie. */
export const evidenceRouter = router({
  /** A mutation, so that the token is in the body: addresses of queries are logged. */
  open: publicProcedure.input(openEvidenceLinkInput).mutation(async ({ ctx, input }) => {
    const opened = await openEvidenceLink(ctx, input, ctx.request.ip);
    if (!opened.needsPasscode) setVisitCookie(ctx.reply, ctx.config, opened.secret);
    return { needsPasscode: opened.needsPasscode };
  }),
  getReport: publicProcedure.query(({ ctx }) => getEvidenceReport(visitOf(ctx))),
  fetchRows: publicProcedure.input(evidenceRowsInput).query(({ ctx, input }) => fetchEvidenceRows(visitOf(ctx), input)),
  getSticker: publicProcedure
    .input(evidenceStickerInput)
    .query(({ ctx, input }) => getEvidenceSticker(visitOf(ctx), input)),
});
