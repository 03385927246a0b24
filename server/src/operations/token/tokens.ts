import { MAX_TOKENS, type TokenRow, canCreateToken, createTokenInputSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { newToken } from "../../auth/api-tokens.ts";
import { insertToken, listTokens, revokeToken as revoke } from "../../db/api-tokens.ts";
import { lockAccount, readUser } from "../../db/users.ts";
import { AppError, notFound, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export const createTokenInput = createTokenInputSchema;
export const byToken = z.object({ id: sidSchema });
export const byUser = z.object({ sid: sidSchema });
export const byUserToken = z.object({ sid: sidSchema, id: sidSchema });

/** `token` is shown this once and stored nowhere. */
export type NewToken = { token: string; row: TokenRow };

const DAY_MS = 24 * 3_600_000;

/** Nobody makes one that may more than they may now; whose role changes meanwhile is asked again. */
export async function createToken(
  { db, session }: SignedInContext,
  { name, scopes, expiresInDays }: z.infer<typeof createTokenInput>,
): Promise<NewToken> {
  const userSid = session.user.sid;
  return db.transaction(async (tx) => {
    // Two at once come one after the other, so that nobody has more than the most.
    const held = await lockAccount(tx, userSid, userSid);
    if (!held || held.account.isBlocked) throw new AppError("UNAUTHORIZED", "Please sign in.");
    orRefuse(canCreateToken(held.account, scopes));
    if ((await listTokens(tx, userSid)).length >= MAX_TOKENS) {
      throw new AppError("PRECONDITION_FAILED", `You have ${MAX_TOKENS} tokens. Revoke one that you do not need.`);
    }
    const { id, token, secretHash } = newToken();
    const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS);
    await insertToken(tx, { id, userSid, name, scopes, secretHash, expiresAt });
    noteAudit({ subject: { kind: "token", sid: id }, details: { scopes, expiresInDays } });
    const row = (await listTokens(tx, userSid)).find((one) => one.id === id);
    if (!row) throw new Error("a token that was just made cannot be read");
    return { token, row };
  });
}

export const fetchTokens = ({ db, session }: SignedInContext): Promise<TokenRow[]> => listTokens(db, session.user.sid);

/** Somebody else's does not exist for one. */
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

async function revokeOf({ db, session }: SignedInContext, userSid: string, id: string): Promise<{ id: string }> {
  noteAudit({ subject: { kind: "token", sid: id }, details: { of: userSid } });
  if (!(await revoke(db, { userSid, id, by: session.user.sid }))) throw notFound("token");
  return { id };
}
