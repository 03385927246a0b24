import { createHash } from "node:crypto";
import { normalizeEmail } from "@precount/domain";
import type { Database } from "../db/connect.ts";
import { isKnownAddress, isKnownDevice } from "../db/known-devices.ts";
import { countFailure, deleteFailures, decrementFailures } from "../db/sign-in-failures.ts";
import { AppError } from "../errors/app-error.ts";
import { networkOf } from "./network.ts";

const WINDOW_S = 15 * 60;
/** More than a person mistypes; far less than a guesser needs. */
const PER_ACCOUNT_AND_PLACE = 10;
/** One address may be a whole office behind a router, and all of them come at six. */
const PER_ADDRESS = 200;
/** Of one account, from all places where its person has not been before: what many addresses together may try. */
const PER_ACCOUNT_FROM_STRANGERS = 100;
/** How long a place where somebody worked stays known. */
const KNOWN_DAYS = 30;

/** Hashed, so that nothing that was typed is kept. */
const keyOf = (...parts: string[]): Buffer => createHash("sha256").update(JSON.stringify(parts)).digest();

type Limit = { key: Buffer; most: number };

export type Attempt = {
  /** To be called when the password was right: what was counted against these places was none of it a guess. */
  succeeded(): Promise<void>;
};

export type SignInPlace = {
  email: string;
  address: string;
  /** sha256 of the device cookie's secret. */
  deviceHash: Buffer;
};

/**
 * Counts a sign-in as failed until it has succeeded, so that many at once are no way around the limit. Throws TOO_MANY_REQUESTS
 * with the time to wait.
 *
 * The account's own person is not locked out by others who guess: a browser in which they have signed in before is counted by
 * itself alone, and at an address where they worked what strangers do elsewhere is not held against them. Unknown accounts are
 * counted like known ones.
 */
export async function beginSignIn(db: Database, { email, address, deviceHash }: SignInPlace): Promise<Attempt> {
  const account = normalizeEmail(email);
  const network = networkOf(address);
  if (await isKnownDevice(db, account, deviceHash)) {
    const own = { key: keyOf("device", account, deviceHash.toString("hex")), most: PER_ACCOUNT_AND_PLACE };
    await countAll(db, [own]);
    return { succeeded: () => deleteFailures(db, [own.key]) };
  }
  const here = { key: keyOf("account at", account, network), most: PER_ACCOUNT_AND_PLACE };
  const atAddress = { key: keyOf("address", network), most: PER_ADDRESS };
  const fromStrangers = { key: keyOf("account", account), most: PER_ACCOUNT_FROM_STRANGERS };
  const isKnown = await isKnownAddress(db, account, address, KNOWN_DAYS);
  const wider = isKnown ? [atAddress] : [atAddress, fromStrangers];
  // From narrow to wide, ending at the first that is full: what is refused at one address weighs on no other.
  await countAll(db, [here, ...wider]);
  return {
    succeeded: async () => {
      await deleteFailures(db, [here.key]);
      for (const { key } of wider) await decrementFailures(db, key);
    },
  };
}

/** The same for the present password of somebody who is signed in: a session left open gives no more guesses than the way in. */
export async function beginPasswordCheck(db: Database, userSid: string): Promise<Attempt> {
  const own = { key: keyOf("password of", userSid), most: PER_ACCOUNT_AND_PLACE };
  await countAll(db, [own]);
  return { succeeded: () => deleteFailures(db, [own.key]) };
}

/** The same for work accounts' tokens, which nobody guesses: so that whoever sends them for ever does not fill log and audit. */
export async function beginTokenSignIn(db: Database, address: string): Promise<Attempt> {
  const tokens = { key: keyOf("tokens at", networkOf(address)), most: PER_ADDRESS };
  await countAll(db, [tokens]);
  return { succeeded: () => decrementFailures(db, tokens.key) };
}

async function countAll(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const { key, most } of limits) {
    const { failures, until } = await countFailure(db, key, WINDOW_S);
    if (failures > most) throw tooMany(until);
  }
}

function tooMany(until: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    "TOO_MANY_REQUESTS",
    `Too many failed sign-ins. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { details: { retryAt: until.toISOString() }, retryAfterS: seconds },
  );
}
