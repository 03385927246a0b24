import type { LoginResponse } from "@precount/domain";
import { type Device, deviceOfRequest, setDeviceCookie } from "../auth/device-cookie.ts";
import type { Choices } from "../auth/factors/verify-proof.ts";
import { publicOrigin } from "../auth/public-origin.ts";
import { clearSessionCookie, setSessionCookie } from "../auth/session-cookie.ts";
import { findSession } from "../auth/sessions.ts";
import { beginWorkSignIn, consumeWorkSignIn, readWorkSignIn } from "../auth/work-account/nonce.ts";
import type { OperationContext } from "../operations/context.ts";
import { type FindPreviousSession, type SignedIn, login } from "../operations/user/login.ts";
import { type LogoutResponse, logout } from "../operations/user/logout.ts";
import { msLogin, requireProvider } from "../operations/user/ms-login.ts";
import { resetPassword } from "../operations/user/passwords.ts";
import {
  type PasskeySignIn,
  beginPasskeyLogin,
  passkeyLogin,
  verifySecondFactor,
} from "../operations/user/second-factor.ts";
import type { RpcContext } from "./context.ts";

/* Sign-in and sign-out: the cookies of the request and of the answer around the operations. */

type Context = RpcContext & OperationContext;

/** A user with a second factor has no session before its check. */
type PasswordSignIn = LoginResponse | { secondFactor: Choices };

/** The session of the cookie. CSRF is harmless here: the call only ends the session, and SameSite keeps other sites from sending the cookie. */
const previousSession =
  (ctx: Context): FindPreviousSession =>
  () =>
    findSession(ctx, ctx.request, { csrf: "not needed" });

export async function loginCall(ctx: Context, input: Parameters<typeof login>[1]): Promise<PasswordSignIn> {
  const device = await deviceOfRequest(ctx.db, ctx.request, ctx.config);
  const step = await login(ctx, input, clientOf(ctx, device.hash), previousSession(ctx));
  return "secondFactor" in step ? step : answerSignIn(ctx, step, device, input.remember);
}

/** Sets a password by a link, and signs in with it. */
export async function resetPasswordCall(
  ctx: Context,
  input: Parameters<typeof resetPassword>[1],
): Promise<PasswordSignIn> {
  const device = await deviceOfRequest(ctx.db, ctx.request, ctx.config);
  const step = await resetPassword(ctx, input, clientOf(ctx, device.hash), previousSession(ctx));
  return "secondFactor" in step ? step : answerSignIn(ctx, step, device, false);
}

/** The second step of a sign-in with a password. */
export async function verifySecondFactorCall(
  ctx: Context,
  input: Parameters<typeof verifySecondFactor>[1],
): Promise<LoginResponse> {
  const device = await deviceOfRequest(ctx.db, ctx.request, ctx.config);
  const signedIn = await verifySecondFactor(ctx, input, clientOf(ctx, device.hash), previousSession(ctx));
  return answerSignIn(ctx, signedIn, device, signedIn.remember);
}

export const beginPasskeyLoginCall = (ctx: Context): Promise<PasskeySignIn> =>
  beginPasskeyLogin(ctx, clientOf(ctx, Buffer.alloc(0)));

export async function passkeyLoginCall(
  ctx: Context,
  input: Parameters<typeof passkeyLogin>[1],
): Promise<LoginResponse> {
  const device = await deviceOfRequest(ctx.db, ctx.request, ctx.config);
  const signedIn = await passkeyLogin(ctx, input, clientOf(ctx, device.hash), previousSession(ctx));
  return answerSignIn(ctx, signedIn, device, input.remember);
}

/** Begins a sign-in with a work account: returns the nonce that the token must contain, valid once, for minutes, in this browser. */
export async function msNonceCall(ctx: Context): Promise<{ nonce: string }> {
  requireProvider(ctx);
  return { nonce: await beginWorkSignIn(ctx.db, ctx.reply, ctx.config) };
}

export async function msLoginCall(ctx: Context, input: Parameters<typeof msLogin>[1]): Promise<LoginResponse> {
  const { db, config, request, reply } = ctx;
  const device = await deviceOfRequest(db, request, config);
  const signedIn = await msLogin(ctx, input, {
    client: clientOf(ctx, device.hash),
    signIn: {
      read: () => readWorkSignIn(db, request, config),
      consume: (signIn) => consumeWorkSignIn(db, reply, config, signIn),
    },
    findPreviousSession: previousSession(ctx),
  });
  return answerSignIn(ctx, signedIn, device, false);
}

export async function logoutCall(ctx: Context): Promise<LogoutResponse> {
  const result = await logout(ctx, await previousSession(ctx)());
  clearSessionCookie(ctx.reply, ctx.config);
  return result;
}

const clientOf = ({ request, config }: Context, deviceHash: Buffer) => ({
  address: request.ip,
  userAgent: request.headers["user-agent"],
  deviceHash,
  origin: publicOrigin(request, config),
});

function answerSignIn(
  { reply, config }: Context,
  { user, session, mustAddFactor }: SignedIn,
  device: Device,
  remember: boolean,
): LoginResponse {
  setSessionCookie(reply, config, session.secret, remember);
  setDeviceCookie(reply, config, device);
  return { user, session: { id: session.id }, ...(mustAddFactor && { mustAddFactor }) };
}
