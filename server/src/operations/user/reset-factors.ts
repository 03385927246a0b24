import type { UserRow } from "@precount/domain";
import { commandLineCall } from "../../audit/command-line-call.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { deleteTickets } from "../../db/auth-tickets.ts";
import type { Queryable } from "../../db/connect.ts";
import { deleteFactors } from "../../db/factors.ts";
import type { InstallationLocation } from "../../db/installation.ts";
import { endSessions } from "../../db/sessions.ts";
import { readUser } from "../../db/users.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { changeInstallationAccount } from "./change-installation-account.ts";

/** Removes a person's second factors and recovery codes, and ends their sessions: a lost phone may be in other hands. */
export async function resetFactors({ db, call }: SignedInContext, sid: string): Promise<UserRow> {
  return db.transaction(async (tx) => {
    if (!(await readUser(tx, sid))) throw notFound("user");
    const factors = await removeAll(tx, sid);
    await recordAudit(tx, call, { details: { factors } });
    const row = await readUser(tx, sid);
    if (!row) throw notFound("user");
    return row;
  });
}

async function removeAll(tx: Queryable, sid: string): Promise<number> {
  const factors = await deleteFactors(tx, sid);
  await deleteTickets(tx, sid);
  await endSessions(tx, { userSid: sid });
  return factors;
}

/**
 * The same from the command line, with or without a running server: for the last admin who has lost every factor. Returns the number
 * of removed factors. Throws OperatorError.
 */
export async function resetFactorsOf(place: InstallationLocation, email: string): Promise<number> {
  return changeInstallationAccount(place, email, async (tx, { user: { sid } }) => {
    const factors = await removeAll(tx, sid);
    const call = commandLineCall("account", "user.resetFactors");
    await recordAudit(tx, call, { subject: { kind: "user", sid }, details: { factors } });
    return factors;
  });
}
