import { MAX_TOKENS, type TokenRow, canCreateToken, createTokenInputSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { generateToken } from "../../auth/api-tokens.ts";
import { insertToken, listTokens, revokeToken as revoke } from "../../db/api-tokens.ts";
import { lockAccount } from "../../db/lock-account.ts";
import { readUser } from "../../db/users.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const createTokenInput = createTokenInputSchema;
export const byToken = z.object({ id: sidSchema });
export const byUser = z.object({ sid: sidSchema });
export const byUserToken = z.object({ sid: sidSchema, id: sidSchema });

/** `token` is shown once and not stored. */
export type NewToken = { token: string; row: TokenRow };

const DAY_MS = 24 * 3_600_000;

/** Creates a token. It cannot have more rights than its owner has now. */
export async function createToken(
  { db, session, call }: SignedInContext,
  { name, scopes, expiresInDays }: z.infer<typeof createTokenInput>,
): Promise<NewToken> {
  const userSid = session.user.sid;
  return db.transaction(async (tx) => {
    // The lock serializes concurrent calls of one person, so that none exceeds the maximum.
    const held = await lockAccount(tx, userSid, userSid);
    if (!held || held.account.isBlocked) throw new AppError("UNAUTHORIZED", "Please sign in.");
    unwrapOrThrow(canCreateToken(held.account, scopes));
    if ((await listTokens(tx, userSid)).length >= MAX_TOKENS) {
      throw new AppError("PRECONDITION_FAILED", `You have ${MAX_TOKENS} tokens. Revoke one that you do not need.`);
    }
    const { id, token, secretHash } = generateToken();
    const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS);
    await insertToken(tx, { id, userSid, name, scopes, secretHash, expiresAt });
    await recordAudit(tx, call, { subject: { kind: "token", sid: id }, details: { scopes, expiresInDays } });
    const row = (await listTokens(tx, userSid)).find((token) => token.id === id);
    if (!row) throw new Error("the new token cannot be read");
    return { token, row };
  });
}

export const fetchTokens = ({ db, session }: SignedInContext): Promise<TokenRow[]> => listTokens(db, session.user.sid);

/** Revokes an own token; another person's is NOT_FOUND. */
export const revokeToken = (context: SignedInContext, id: string): Promise<{ id: string }> =>
  revokeOf(context, context.session.user.sid, id);

export async function fetchUserTokens({ db }: SignedInContext, sid: string): Promise<TokenRow[]> {
  if (!(await readUser(db, sid))) throw notFound("user");
  return listTokens(db, sid);
}

export const revokeUserToken = (
  context: SignedInContext,
  { sid, id }: z.infer<typeof byUserToken>,
): Promise<{ id: string }> => revokeOf(context, sid, id);

async function revokeOf({ db, session, call }: SignedInContext, userSid: string, id: string): Promise<{ id: string }> {
  const subject = { kind: "token", sid: id };
  return db.transaction(async (tx) => {
    if (!(await revoke(tx, { userSid, id, by: session.user.sid }))) throw notFound("token", { subject });
    await recordAudit(tx, call, { subject, details: { of: userSid } });
    return { id };
  });
}
