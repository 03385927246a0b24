import { clearSessionCookie } from "../../auth/session-cookie.ts";
import { endSession } from "../../db/sessions.ts";
import type { Context } from "../../trpc/context.ts";

/** Signing out twice, or with a session that has ended, is a success too. */
export async function logout(ctx: Context): Promise<{ ok: true }> {
  const session = await ctx.findSession();
  if (session) await endSession(ctx.db, session.id);
  clearSessionCookie(ctx.reply, ctx.config);
  return { ok: true };
}
