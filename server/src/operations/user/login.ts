import { type LoginResponse, loginInputSchema } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { hashPassword, isWeak, verifyPassword } from "../../auth/password.ts";
import { setSessionCookie } from "../../auth/session-cookie.ts";
import { findSession, openSession } from "../../auth/sessions.ts";
import { deviceOfRequest, setDeviceCookie } from "../../auth/device-cookie.ts";
import { beginSignIn } from "../../auth/throttle.ts";
import { rememberDevice } from "../../db/known-devices.ts";
import { endSessions } from "../../db/sessions.ts";
import { findAccount, noteSignIn } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Context } from "../../rpc/context.ts";

export const loginInput = loginInputSchema;

/**
 * One answer, in one time, for an unknown person, a wrong password and a blocked account: who has an
 * account here is nobody's business.
 */
export async function login(ctx: Context, input: z.infer<typeof loginInput>): Promise<LoginResponse> {
  const { db, config, request, reply } = ctx;
  const device = deviceOfRequest(request, config);
  const attempt = await beginSignIn(db, { email: input.email, address: request.ip, deviceHash: device.hash, reply });
  const account = await findAccount(db, input.email);
  const { passwordHash = null } = account ?? {};
  if (account) noteAudit({ subject: { kind: "user", sid: account.user.sid } });
  const isRight = await verifyPassword(input.password, passwordHash);
  if (!account || passwordHash === null || !isRight || account.isBlocked) throw wrong();
  const rehashed = isWeak(passwordHash) ? await hashPassword(input.password) : passwordHash;
  // A session that this browser had until now ends: the secret is new with every sign-in (decision 43).
  const former = await findSession(ctx, request, { csrf: "not needed" });
  const session = await db.transaction(async (tx) => {
    if (!(await noteSignIn(tx, account.user.sid, { passwordHash, rehashed }))) throw wrong();
    if (former) await endSessions(tx, { userSid: former.user.sid, id: former.id });
    await rememberDevice(tx, account.user.sid, device.hash);
    const from = { address: request.ip, userAgent: request.headers["user-agent"] };
    const opened = await openSession(tx, account.user.sid, input.remember, from);
    noteAudit({ actor: { id: opened.id, user: account.user } });
    return opened;
  });
  await attempt.succeeded();
  setSessionCookie(reply, config, session.secret, input.remember);
  setDeviceCookie(reply, config, device);
  return { user: account.user, session: { id: session.id } };
}

const wrong = (): AppError => new AppError("UNAUTHORIZED", "Wrong e-mail or password.");
