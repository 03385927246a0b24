import { createHash, randomBytes } from "node:crypto";
import { type AuthTicket, consumeTicket, findTicket, insertTicket } from "../../db/auth-tickets.ts";
import type { Queryable } from "../../db/connect.ts";
import { AppError } from "../../errors/app-error.ts";

/** The step of a ticket. No other step accepts it. */
export type TicketPurpose = "second-factor" | "passkey-sign-in" | "confirm" | "add-totp" | "add-passkey";

const TICKET_BYTES = 32;
/** Time to find the phone, open the app and enter a code. */
const TICKET_MS = 10 * 60_000;

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest();

type NewTicket = Pick<AuthTicket, "userSid"> & Partial<Pick<AuthTicket, "remember" | "totpSecret">>;

/** Begins a step. The challenge is what an authenticator signs. */
export async function issueTicket(
  db: Queryable,
  purpose: TicketPurpose,
  given: NewTicket,
): Promise<{ ticket: string; challenge: string }> {
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const challenge = randomBytes(TICKET_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + TICKET_MS);
  await insertTicket(db, { hash: hashOf(ticket), purpose, challenge, expiresAt, ...given });
  return { ticket, challenge };
}

/** Reads a step's ticket. Throws PRECONDITION_FAILED if it has expired or was used, or is another person's. */
export async function readTicket(
  db: Queryable,
  purpose: TicketPurpose,
  ticket: string,
  userSid?: string,
): Promise<AuthTicket> {
  const found = await findTicket(db, hashOf(ticket), purpose);
  if (!found || (userSid !== undefined && found.userSid !== userSid)) throw expired();
  return found;
}

/** Uses the ticket up in the transaction that finishes its step. Throws PRECONDITION_FAILED if another call has used it. */
export async function spendTicket(tx: Queryable, { hash, purpose }: AuthTicket): Promise<void> {
  if (!(await consumeTicket(tx, hash, purpose))) throw expired();
}

const expired = (): AppError => new AppError("PRECONDITION_FAILED", "This step has expired. Please start again.");
