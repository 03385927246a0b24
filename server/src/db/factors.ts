import type { FactorRow } from "@precount/domain";
import { type SQL, type SQLWrapper, and, asc, eq, isNull, lt, or, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { recoveryCodes, userFactors } from "./schema/factors.ts";

export type Factor = typeof userFactors.$inferSelect;
type NewFactor = typeof userFactors.$inferInsert;

/** SQL: whether a user has a second factor. */
export const hasFactor = (userSid: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${userFactors} where ${userFactors.userSid} = ${userSid})`;

export const listFactors = (db: Queryable, userSid: string): Promise<Factor[]> =>
  db.select().from(userFactors).where(eq(userFactors.userSid, userSid)).orderBy(asc(userFactors.createdAt));

export const toFactorRow = ({ sid, kind, name, createdAt, lastUsedAt }: Factor): FactorRow => ({
  sid,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export async function findPasskey(db: Queryable, credentialId: string): Promise<Factor | null> {
  const [row] = await db.select().from(userFactors).where(eq(userFactors.credentialId, credentialId));
  return row ?? null;
}

/** False if the passkey has been added already. */
export async function insertFactor(db: Queryable, row: NewFactor): Promise<boolean> {
  const { rowCount } = await db.insert(userFactors).values(row).onConflictDoNothing();
  return rowCount === 1;
}

const isOwn = (userSid: string, sid: string) => and(eq(userFactors.userSid, userSid), eq(userFactors.sid, sid));

export async function renameFactor(db: Queryable, userSid: string, sid: string, name: string): Promise<boolean> {
  const { rowCount } = await db.update(userFactors).set({ name }).where(isOwn(userSid, sid));
  return rowCount === 1;
}

export async function deleteFactor(db: Queryable, userSid: string, sid: string): Promise<boolean> {
  const { rowCount } = await db.delete(userFactors).where(isOwn(userSid, sid));
  return rowCount === 1;
}

/** Deletes all factors and recovery codes of a user. Returns the number of factors. */
export async function deleteFactors(db: Queryable, userSid: string): Promise<number> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userSid, userSid));
  const { rowCount } = await db.delete(userFactors).where(eq(userFactors.userSid, userSid));
  return rowCount ?? 0;
}

/** Accepts the code of a time step. False if that step or a later one was accepted before: of concurrent calls, one succeeds. */
export async function consumeTotpStep(db: Queryable, sid: string, step: number): Promise<boolean> {
  const { rowCount } = await db
    .update(userFactors)
    .set({ totpLastStep: step, lastUsedAt: sql`now()` })
    .where(and(eq(userFactors.sid, sid), or(isNull(userFactors.totpLastStep), lt(userFactors.totpLastStep, step))));
  return rowCount === 1;
}

export async function recordPasskeyUse(db: Queryable, sid: string, signatureCount: number): Promise<void> {
  await db
    .update(userFactors)
    .set({ signatureCount, lastUsedAt: sql`now()` })
    .where(eq(userFactors.sid, sid));
}

export async function replaceRecoveryCodes(db: Queryable, userSid: string, hashes: readonly Buffer[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userSid, userSid));
  if (hashes.length > 0) await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userSid, codeHash })));
}

export const countRecoveryCodes = (db: Queryable, userSid: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userSid, userSid));

/** Uses up a code. False if the user has no such code: of concurrent calls, one succeeds. */
export async function consumeRecoveryCode(db: Queryable, userSid: string, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userSid, userSid), eq(recoveryCodes.codeHash, codeHash)));
  return rowCount === 1;
}

/** The factors with an encrypted secret, locked until the transaction ends. */
export const lockTotpFactors = (db: Queryable): Promise<Factor[]> =>
  db.select().from(userFactors).where(eq(userFactors.kind, "totp")).for("update");

export async function updateTotpSecret(db: Queryable, sid: string, totpSecret: Buffer): Promise<void> {
  await db.update(userFactors).set({ totpSecret }).where(eq(userFactors.sid, sid));
}
