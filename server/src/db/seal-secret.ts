import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { OperatorError } from "../errors/operator-error.ts";

/*
 * The keys of `server_secrets` are encrypted with SECRETS_KEY, if it is set: AES-256-GCM, bound to the row's name. The stored bytes are:
 * the first 8 of the sha256 of SECRETS_KEY, nonce (12), tag (16), ciphertext (32). Without SECRETS_KEY they are the key's 32 bytes.
 */
const ALGORITHM = "aes-256-gcm";
const PLAIN_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHERTEXT_AT = ID_BYTES + NONCE_BYTES + TAG_BYTES;

type SealingKey = { id: Buffer; key: Buffer };

/** The keys of this process. The first key seals; the others only open what an earlier key sealed. */
let sealingKeys: readonly SealingKey[] = [];

/** Sets the keys of SECRETS_KEY, in base64, for this process. Call it before the first query of a secret. */
export function setSecretsKeys(keys: readonly string[]): void {
  sealingKeys = keys.map((text) => {
    const key = Buffer.from(text, "base64");
    return { key, id: createHash("sha256").update(key).digest().subarray(0, ID_BYTES) };
  });
}

/** The bytes to store for the secret of a row. */
export function sealSecret(name: string, secret: Buffer): Buffer {
  const [current] = sealingKeys;
  if (!current) return secret;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, current.key, nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([current.id, nonce, cipher.getAuthTag(), encrypted]);
}

/** The secret of a row. Throws OperatorError if its SECRETS_KEY is not set, or the bytes were changed or are another row's. */
export function unsealSecret(name: string, stored: Buffer): Buffer {
  if (stored.length === PLAIN_BYTES) return stored;
  const id = stored.subarray(0, ID_BYTES);
  const known = sealingKeys.find((sealingKey) => sealingKey.id.equals(id));
  if (!known)
    throw new OperatorError(
      sealingKeys.length === 0
        ? "The keys of this installation are encrypted. Set SECRETS_KEY to the key with which they were encrypted."
        : "SECRETS_KEY is not the key with which the keys of this installation were encrypted.",
    );
  const nonce = stored.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, known.key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(stored.subarray(ID_BYTES + NONCE_BYTES, CIPHERTEXT_AT));
  try {
    return Buffer.concat([decipher.update(stored.subarray(CIPHERTEXT_AT)), decipher.final()]);
  } catch (cause) {
    throw new OperatorError(`The key ${name} of this installation was changed in the database.`, { cause });
  }
}

/** Whether the bytes are stored as `sealSecret` would store them now. */
export function isSealedNow(stored: Buffer): boolean {
  const [current] = sealingKeys;
  return current ? stored.subarray(0, ID_BYTES).equals(current.id) && stored.length > PLAIN_BYTES : true;
}
