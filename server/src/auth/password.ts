import { Semaphore } from "async-mutex";
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { AppError } from "../errors/app-error.ts";

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Some 40 ms on a small server. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/**
 * Each takes 19 MiB and a core for tens of milliseconds: one core stays free for everybody else, and half of the runtime's four
 * threads for files and names.
 */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Then people wait some seconds, and it is more likely an attack than a shift that begins. */
const LONGEST_QUEUE = 200;

const derivations = new Semaphore(AT_ONCE);
let here = 0;
let derived = 0;

/** How many keys this process has derived: for the metrics, and for whoever compares what two answers cost. */
export const countDerivations = (): number => derived;

/** Throws TOO_MANY_REQUESTS rather than let people wait for long. */
async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (here >= AT_ONCE + LONGEST_QUEUE) {
    throw new AppError("TOO_MANY_REQUESTS", "Too many people sign in at this moment. Please try again in a minute.");
  }
  here += 1;
  try {
    return await derivations.runExclusive(() => derive("argon2id", parameters));
  } finally {
    derived += 1;
    here -= 1;
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** argon2id in PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: TAG_BYTES };
  const tag = await deriveInTurn({ ...parameters, message: password, nonce });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a hash was made by an older, weaker rule: who signs in with it gets a new one. */
export function isWeak(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? [];
  return !(Number(memory) >= MEMORY_KIB && Number(passes) >= PASSES);
}

/** Hashed with nothing that anybody types: what an unknown person's password is compared with. */
let decoy: Promise<string> | undefined;

/**
 * Whether `password` is the one behind `phc`. Without a hash it takes the same time and is false, so the
 * clock does not tell who has an account.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  const [, memory, passes, lanes, salt = "", tag = ""] = PHC.exec(phc ?? (await decoy)) ?? [];
  const expected = Buffer.from(tag, "base64");
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  };
  const nonce = Buffer.from(salt, "base64");
  const actual = await deriveInTurn({ ...parameters, message: password, nonce });
  return timingSafeEqual(actual, expected) && phc !== null;
}
