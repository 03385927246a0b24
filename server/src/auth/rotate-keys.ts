import type { Queryable } from "../db/connect.ts";
import { lockDestinationSecrets, updateDestination } from "../db/destinations/destinations.ts";
import { lockTotpFactors, updateTotpSecret } from "../db/factors.ts";
import {
  type ServerSecret,
  deleteServerSecrets,
  insertServerSecret,
  listServerSecrets,
  lockServerSecrets,
} from "../db/server-secrets.ts";
import { decryptFor, encryptFor } from "./encrypt.ts";
import { KEY_NAMES } from "./key-names.ts";
import { LINK_MS } from "./password-link.ts";
import { readSealKey, storePublicSealKeys } from "./seal-keys.ts";

/** A key with its new version and the earlier ones that are kept. */
type RotatedKey = { name: string; version: number; kept: number[] };
export type RotatedKeys = { keys: RotatedKey[]; reencrypted: number };

/** A link that was signed with a key is valid until this long after the key was replaced. */
const KEPT_MS = LINK_MS + 3_600_000;

/**
 * Adds a new version of each key and encrypts all secrets of users and destinations with it. A replaced version is kept while something that it signed can
 * still be valid (ADR-036). A running server uses the new keys at once.
 */
export async function rotateKeys(tx: Queryable, now = new Date()): Promise<RotatedKeys> {
  await lockServerSecrets(tx);
  const keys: RotatedKey[] = [];
  // Public keys of seals stay when their private keys are deleted: reports are verified years later.
  await storePublicSealKeys(tx);
  for (const name of Object.values(KEY_NAMES)) keys.push(await rotateKey(tx, name, now));
  await readSealKey(tx);
  const factors = await lockTotpFactors(tx);
  for (const { sid, userSid, totpSecret } of factors) {
    if (totpSecret === null) continue;
    await updateTotpSecret(tx, sid, await encryptFor(tx, userSid, await decryptFor(tx, userSid, totpSecret)));
  }
  const destinations = await lockDestinationSecrets(tx);
  for (const { sid, secret, formerSecret } of destinations) {
    const reencrypt = async (stored: Buffer | null): Promise<Buffer | null> =>
      stored && encryptFor(tx, sid, await decryptFor(tx, sid, stored, KEY_NAMES.destinations), KEY_NAMES.destinations);
    await updateDestination(tx, sid, { secret: await reencrypt(secret), formerSecret: await reencrypt(formerSecret) });
  }
  return { keys, reencrypted: factors.length + destinations.length };
}

async function rotateKey(tx: Queryable, name: string, now: Date): Promise<RotatedKey> {
  const versions = await listServerSecrets(tx, name);
  const version = (versions[0]?.version ?? 0) + 1;
  await insertServerSecret(tx, name, version);
  const expired = versions.filter((_, at) => wasReplacedLongAgo(versions[at - 1], now));
  const expiredVersions = expired.map((key) => key.version);
  await deleteServerSecrets(tx, name, expiredVersions);
  const kept = versions.map((key) => key.version).filter((version) => !expiredVersions.includes(version));
  return { name, version, kept };
}

/** A version was replaced when its successor was created; the current one has none. */
const wasReplacedLongAgo = (successor: ServerSecret | undefined, now: Date): boolean =>
  successor !== undefined && now.getTime() - successor.createdAt.getTime() > KEPT_MS;
