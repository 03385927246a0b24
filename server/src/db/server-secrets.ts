import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, like, or, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { isSealedNow, sealSecret, unsealSecret } from "./seal-secret.ts";
import { escapeLike } from "./escape-like.ts";
import { serverSecrets } from "./schema/installation.ts";

const SECRET_BYTES = 32;

/** A key with its version: 1 for the first, which has the plain name; version 2 of `x` is named `x/2`. */
export type ServerSecret = { version: number; secret: Buffer; createdAt: Date };

const nameOf = (name: string, version: number): string => (version === 1 ? name : `${name}/${version}`);

/** All kept versions of a key, the current one first. */
export async function listServerSecrets(db: Queryable, name: string): Promise<ServerSecret[]> {
  const rows = await db
    .select()
    .from(serverSecrets)
    .where(or(eq(serverSecrets.name, name), like(serverSecrets.name, `${escapeLike(name)}/%`)))
    .orderBy(asc(serverSecrets.name));
  return rows
    .map(({ name: storedName, secret, createdAt }) => ({
      version: storedName === name ? 1 : Number(storedName.slice(name.length + 1)),
      secret: unsealSecret(storedName, secret),
      createdAt,
    }))
    .toSorted((a, b) => b.version - a.version);
}

/**
 * Reads the current version of a key and creates it on first use. It is stored in the database because all API processes need the
 * same one, also after a restart or a restore.
 */
export async function readServerSecret(db: Queryable, name: string): Promise<ServerSecret> {
  const [current] = await listServerSecrets(db, name);
  if (current) return current;
  await db
    .insert(serverSecrets)
    .values({ name, secret: sealSecret(name, randomBytes(SECRET_BYTES)) })
    .onConflictDoNothing();
  const [created] = await listServerSecrets(db, name);
  if (!created) throw new Error(`the server secret ${name} cannot be read`);
  return created;
}

/** A version of a key; null if it does not exist or is no longer kept. */
export async function findServerSecret(db: Queryable, name: string, version: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ secret: serverSecrets.secret })
    .from(serverSecrets)
    .where(eq(serverSecrets.name, nameOf(name, version)));
  return row ? unsealSecret(nameOf(name, version), row.secret) : null;
}

/** Adds a new current version. */
export async function insertServerSecret(db: Queryable, name: string, version: number): Promise<void> {
  const storedName = nameOf(name, version);
  await db
    .insert(serverSecrets)
    .values({ name: storedName, secret: sealSecret(storedName, randomBytes(SECRET_BYTES)) });
}

export async function deleteServerSecrets(db: Queryable, name: string, versions: readonly number[]): Promise<void> {
  const names = versions.map((version) => nameOf(name, version));
  if (names.length > 0) await db.delete(serverSecrets).where(inArray(serverSecrets.name, names));
}

/** Encrypts the keys that are stored unencrypted, or with an earlier SECRETS_KEY. Returns their number. */
export async function sealServerSecrets(db: Queryable): Promise<number> {
  const rows = await db.select().from(serverSecrets);
  const outdated = rows.filter(({ secret }) => !isSealedNow(secret));
  for (const { name, secret } of outdated) {
    const sealed = sealSecret(name, unsealSecret(name, secret));
    await db
      .update(serverSecrets)
      .set({ secret: sealed })
      .where(and(eq(serverSecrets.name, name), eq(serverSecrets.secret, secret)));
  }
  return outdated.length;
}

/** Serializes rotations. */
export async function lockServerSecrets(db: Queryable): Promise<void> {
  await db.execute(sql`lock table ${serverSecrets} in share row exclusive mode`);
}
