import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Queryable } from "../db/connect.ts";
import { findServerSecret, readServerSecret } from "../db/server-secrets.ts";
import { KEY_NAMES } from "./key-names.ts";

/*
 * AES-256-GCM. The stored bytes are: format (1 byte), version of the key (4), nonce (12), tag (16), ciphertext. The format allows
 * another algorithm later.
 */
const FORMAT = 1;
const ALGORITHM = "aes-256-gcm";
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The names of the encryption keys, each for one kind of secrets. */
type KeyName = typeof KEY_NAMES.factors | typeof KEY_NAMES.destinations;

/**
 * Encrypts a secret of a user, or of a destination, with the current key. It decrypts for that owner only.
 * @param ownerSid the user's or destination's sid
 */
export async function encryptFor(
  db: Queryable,
  ownerSid: string,
  plain: Buffer,
  keyName: KeyName = KEY_NAMES.factors,
): Promise<Buffer> {
  const key = await readServerSecret(db, keyName);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(key.version, 1);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.secret, nonce).setAAD(Buffer.concat([header, Buffer.from(ownerSid)]));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts what `encryptFor` made. Throws if the key is gone, or the bytes were changed or belong to another owner. */
export async function decryptFor(
  db: Queryable,
  ownerSid: string,
  stored: Buffer,
  keyName: KeyName = KEY_NAMES.factors,
): Promise<Buffer> {
  const header = stored.subarray(0, HEADER_BYTES);
  if (header.readUInt8(0) !== FORMAT)
    throw new Error("a secret is encrypted in a format that this version does not know");
  const version = header.readUInt32BE(1);
  const key = await findServerSecret(db, keyName, version);
  if (!key) throw new Error(`the key ${keyName}/${version} does not exist`);
  const nonce = stored.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const tag = stored.subarray(HEADER_BYTES + NONCE_BYTES, HEADER_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.concat([header, Buffer.from(ownerSid)]))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(stored.subarray(HEADER_BYTES + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
