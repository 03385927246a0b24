import { Semaphore } from "async-mutex";
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { AppError } from "../errors/app-error.ts";

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. About 40 ms on a small server. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/**
 * A derivation takes 19 MiB and one core for tens of milliseconds. The limit leaves one core free for other requests, and half of
 * Node's four pool threads for file access and DNS.
 */
const MAX_CONCURRENT = Math.min(2, Math.max(1, availableParallelism() - 1));
/** A longer queue means waits of several seconds; it is more likely an attack than many people who start their shift. */
const MAX_QUEUED = 200;

const derivations = new Semaphore(MAX_CONCURRENT);
let pendingCount = 0;
let derivedCount = 0;

/** Number of keys that this process has derived, for the metrics and for tests that compare the cost of two answers. */
export const countDerivations = (): number => derivedCount;

/** Derives a key with limited concurrency. Throws TOO_MANY_REQUESTS if too many derivations wait. */
async function deriveLimited(parameters: Argon2Parameters): Promise<Buffer> {
  if (pendingCount >= MAX_CONCURRENT + MAX_QUEUED) {
    throw new AppError("TOO_MANY_REQUESTS", "Too many users are signing in. Please try again in a minute.");
  }
  pendingCount += 1;
  try {
    return await derivations.runExclusive(() => derive("argon2id", parameters));
  } finally {
    derivedCount += 1;
    pendingCount -= 1;
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** Hashes a password as argon2id in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: TAG_BYTES };
  const tag = await deriveLimited({ ...parameters, message: password, nonce });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a hash uses weaker parameters than the current ones; it is then replaced at the next sign-in. */
export function isWeak(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? [];
  return !(Number(memory) >= MEMORY_KIB && Number(passes) >= PASSES);
}

/** Hash of a random password. The password of an unknown account is compared with it. */
let dummyHash: Promise<string> | undefined;

/**
 * Whether `password` matches the hash `phc`. Null takes the same time and returns false, so that the response time does not reveal
 * which accounts exist.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  const [, memory, passes, lanes, salt = "", tag = ""] = PHC.exec(phc ?? (await dummyHash)) ?? [];
  const expected = Buffer.from(tag, "base64");
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  };
  const nonce = Buffer.from(salt, "base64");
  const actual = await deriveLimited({ ...parameters, message: password, nonce });
  return timingSafeEqual(actual, expected) && phc !== null;
}
