import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { Queryable } from "../db/connect.ts";
import { insertSealKey } from "../db/seals/keys.ts";
import { listServerSecrets, readServerSecret } from "../db/server-secrets.ts";
import { KEY_NAMES } from "./key-names.ts";

/** PKCS #8 of an Ed25519 private key (RFC 8410) up to its 32 bytes, which are the stored secret. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

type SealKey = {
  version: number;
  /** Ed25519, 32 bytes. */
  publicKey: Buffer;
};

type SigningKey = SealKey & { sign: (bytes: Uint8Array) => Buffer };

/** The current key that signs reports. It is created on first use, and its public key is stored permanently (ADR-048). */
export async function readSealKey(db: Queryable): Promise<SigningKey> {
  const { version, secret } = await readServerSecret(db, KEY_NAMES.seals);
  const key = signingKey(version, secret);
  await insertSealKey(db, key);
  return key;
}

/** Stores the public keys of all kept private ones. A rotation calls it before it deletes expired private keys. */
export async function storePublicSealKeys(db: Queryable): Promise<void> {
  for (const { version, secret } of await listServerSecrets(db, KEY_NAMES.seals)) {
    await insertSealKey(db, signingKey(version, secret));
  }
}

function signingKey(version: number, secret: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { version, publicKey: Buffer.from(x, "base64url"), sign: (bytes) => sign(null, bytes, privateKey) };
}

const publicKeyObject = (publicKey: Uint8Array) =>
  createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") },
    format: "jwk",
  });

/** Whether `signature` is the signature of `bytes` by the key. Malformed keys and signatures are wrong ones. */
export function isSignedBy(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(null, bytes, publicKeyObject(publicKey), signature);
  } catch {
    return false;
  }
}

/** Names a key: the first 64 bits of the sha256 of its 32 bytes. */
export const sealKeyFingerprint = (publicKey: Uint8Array): string =>
  createHash("sha256").update(publicKey).digest("hex").slice(0, 16);

/** The key as PEM (SubjectPublicKeyInfo), the form in which auditors receive it. */
export const sealKeyToPem = (publicKey: Uint8Array): string =>
  publicKeyObject(publicKey).export({ format: "pem", type: "spki" }).toString();

/** All Ed25519 public keys in a PEM text. Throws if one of them is another kind of key. */
export function sealKeysFromPem(text: string): Buffer[] {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((pem) => {
    const { crv, x = "" } = createPublicKey(pem).export({ format: "jwk" });
    if (crv !== "Ed25519") throw new Error("a key is no Ed25519 key");
    return Buffer.from(x, "base64url");
  });
}
