import { createHash } from "node:crypto";
import { normalizeEmail } from "@precount/domain";
import type { Database } from "../db/connect.ts";
import { isKnownAddress, isKnownDevice } from "../db/known-devices.ts";
import { countFailure, deleteFailures, decrementFailures } from "../db/sign-in-failures.ts";
import { AppError } from "../errors/app-error.ts";
import { networkOf } from "./network.ts";

const WINDOW_S = 15 * 60;
/** Failures per account from one device or network: more than mistyping needs, far fewer than guessing needs. */
const MAX_PER_ACCOUNT_AND_PLACE = 10;
/** Failures per network. One network may be a whole office behind a router whose people all sign in at six. */
const MAX_PER_NETWORK = 200;
/** Failures per account from all unknown addresses together: limits distributed guessing. */
const MAX_PER_ACCOUNT_FROM_UNKNOWN = 100;
/** How long an address stays known after a session from it. */
const KNOWN_DAYS = 30;

/** Hashed, so that typed text is not stored. */
const keyOf = (...parts: string[]): Buffer => createHash("sha256").update(JSON.stringify(parts)).digest();

type Limit = { key: Buffer; max: number };

export type Attempt = {
  /** Call it when the password was right: takes back what was counted for this attempt. */
  succeeded(): Promise<void>;
};

export type SignInPlace = {
  email: string;
  address: string;
  /** sha256 of the device cookie's secret. */
  deviceHash: Buffer;
};

/**
 * Counts a sign-in as failed until it succeeds, so that concurrent attempts cannot exceed the limit. Throws TOO_MANY_REQUESTS with the
 * time to wait.
 *
 * Guessing by others does not lock out the account's user: a known browser has a separate count, and the account-wide limit does not
 * apply at a known address. Unknown accounts are counted like existing ones.
 */
export async function beginSignIn(db: Database, { email, address, deviceHash }: SignInPlace): Promise<Attempt> {
  const account = normalizeEmail(email);
  const network = networkOf(address);
  if (await isKnownDevice(db, account, deviceHash)) {
    const own = { key: keyOf("device", account, deviceHash.toString("hex")), max: MAX_PER_ACCOUNT_AND_PLACE };
    await countAll(db, [own]);
    return { succeeded: () => deleteFailures(db, [own.key]) };
  }
  const perPlace = { key: keyOf("account at", account, network), max: MAX_PER_ACCOUNT_AND_PLACE };
  const perNetwork = { key: keyOf("address", network), max: MAX_PER_NETWORK };
  const perAccount = { key: keyOf("account", account), max: MAX_PER_ACCOUNT_FROM_UNKNOWN };
  const isKnown = await isKnownAddress(db, account, address, KNOWN_DAYS);
  const wider = isKnown ? [perNetwork] : [perNetwork, perAccount];
  // From narrow to wide, stopping at the first exceeded limit: attempts rejected at one address do not count toward wider limits.
  await countAll(db, [perPlace, ...wider]);
  return {
    succeeded: async () => {
      await deleteFailures(db, [perPlace.key]);
      for (const { key } of wider) await decrementFailures(db, key);
    },
  };
}

/** Throttles checks of a signed-in user's current password, so that an unattended session allows no more guesses than the sign-in. */
export async function beginPasswordCheck(db: Database, userSid: string): Promise<Attempt> {
  const own = { key: keyOf("password of", userSid), max: MAX_PER_ACCOUNT_AND_PLACE };
  await countAll(db, [own]);
  return { succeeded: () => deleteFailures(db, [own.key]) };
}

/** Throttles checks of a second factor, whose codes have six digits. */
export async function beginFactorCheck(db: Database, userSid: string): Promise<Attempt> {
  const own = { key: keyOf("factor of", userSid), max: MAX_PER_ACCOUNT_AND_PLACE };
  await countAll(db, [own]);
  return { succeeded: () => deleteFailures(db, [own.key]) };
}

/** Throttles sign-ins with passkeys: each stores a ticket before anything is known of the person. */
export async function beginPasskeySignIn(db: Database, address: string): Promise<Attempt> {
  const passkeys = { key: keyOf("passkeys at", networkOf(address)), max: MAX_PER_NETWORK };
  await countAll(db, [passkeys]);
  return { succeeded: () => decrementFailures(db, passkeys.key) };
}

/** Throttles sign-ins with id tokens. Tokens cannot be guessed, but endless invalid ones would fill the log and the audit log. */
export async function beginTokenSignIn(db: Database, address: string): Promise<Attempt> {
  const tokens = { key: keyOf("tokens at", networkOf(address)), max: MAX_PER_NETWORK };
  await countAll(db, [tokens]);
  return { succeeded: () => decrementFailures(db, tokens.key) };
}

/** Evidence links that one network may try to open: invalid ones cannot be guessed, but would cost a query each. */
const MAX_LINKS_PER_NETWORK = 200;
/** Wrong passcodes of a link from all networks together. */
const MAX_PASSCODES_PER_LINK = 50;
/** Calls with one link in the window. A person who checks a sticker every second stays below. */
const MAX_CALLS_PER_LINK = 6000;

/** Throttles the opening of evidence links, so that passcodes cannot be guessed. */
export async function beginEvidenceOpening(
  db: Database,
  { linkSid, address }: { linkSid: string | null; address: string },
): Promise<Attempt> {
  const network = networkOf(address);
  const perNetwork = { key: keyOf("evidence links at", network), max: MAX_LINKS_PER_NETWORK };
  if (linkSid === null) {
    await countAll(db, [perNetwork], "attempts to open a link");
    return { succeeded: () => decrementFailures(db, perNetwork.key) };
  }
  const perPlace = { key: keyOf("evidence link at", linkSid, network), max: MAX_PER_ACCOUNT_AND_PLACE };
  const perLink = { key: keyOf("evidence link", linkSid), max: MAX_PASSCODES_PER_LINK };
  await countAll(db, [perPlace, perNetwork, perLink], "attempts to open this link");
  return {
    succeeded: async () => {
      for (const { key } of [perPlace, perNetwork, perLink]) await decrementFailures(db, key);
    },
  };
}

/** Limits the calls with one evidence link, however many people share it. */
export async function limitEvidenceCalls(db: Database, linkSid: string): Promise<void> {
  await countAll(db, [{ key: keyOf("evidence calls", linkSid), max: MAX_CALLS_PER_LINK }], "calls with this link");
}

async function countAll(db: Database, limits: readonly Limit[], what = "failed sign-ins"): Promise<void> {
  for (const { key, max } of limits) {
    const { failures, until } = await countFailure(db, key, WINDOW_S);
    if (failures > max) throw tooManyAttempts(until, what);
  }
}

function tooManyAttempts(until: Date, what: string): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    "TOO_MANY_REQUESTS",
    `Too many ${what}. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { details: { retryAt: until.toISOString() }, retryAfterS: seconds },
  );
}
