import type { Queryable } from "../connect.ts";
import { asc } from "../drizzle.ts";
import { sealKeys } from "../schema/seals.ts";

export type SealKeyRow = typeof sealKeys.$inferSelect;

/** Stores a public key. The first one of a version stays. */
export async function insertSealKey(
  db: Queryable,
  { version, publicKey }: Pick<SealKeyRow, "version" | "publicKey">,
): Promise<void> {
  await db.insert(sealKeys).values({ version, publicKey }).onConflictDoNothing();
}

/** All public keys that the installation has signed with, oldest first. */
export const listSealKeys = (db: Queryable): Promise<SealKeyRow[]> =>
  db.select().from(sealKeys).orderBy(asc(sealKeys.version));
