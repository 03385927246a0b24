import { recordAudit } from "../../audit/record-audit.ts";
import type { ActiveSession } from "../../auth/active-session.ts";
import { endSessions } from "../../db/sessions.ts";
import type { OperationContext } from "../context.ts";

/** `ended` is false without a session, or with one that had ended before. */
export type LogoutResponse = { ok: true; ended: boolean };

/** Ends a session. A sign-out without one succeeds too, as does one of a program: its token stays valid until it is revoked. */
export async function logout({ db, call }: OperationContext, session: ActiveSession | null): Promise<LogoutResponse> {
  await db.transaction(async (tx) => {
    if (!session || session.token) return recordAudit(tx, call);
    await endSessions(tx, { userSid: session.user.sid, id: session.id });
    await recordAudit(tx, call, { actor: session, subject: { kind: "user", sid: session.user.sid } });
  });
  return { ok: true, ended: session !== null && !session.token };
}
