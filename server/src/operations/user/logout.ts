import { noteAudit } from "../../audit/audited.ts";
import { clearSessionCookie } from "../../auth/session-cookie.ts";
import { findSession } from "../../auth/sessions.ts";
import { endSessions } from "../../db/sessions.ts";
import type { Context } from "../../rpc/context.ts";

/**
 * Signing out twice, or with a session that has ended, is a success too. The cookie alone names the session:
 * /logout clears the stored id first, and SameSite keeps other sites from sending the cookie with a POST.
 */
export async function logout(ctx: Context): Promise<{ ok: true }> {
  const session = await findSession(ctx, ctx.request, { csrf: "not needed" });
  if (session) noteAudit({ actor: session, subject: { kind: "user", sid: session.user.sid } });
  if (session) await endSessions(ctx.db, { userSid: session.user.sid, id: session.id });
  clearSessionCookie(ctx.reply, ctx.config);
  return { ok: true };
}
