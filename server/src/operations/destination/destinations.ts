import {
  type Destination,
  FORMER_SECRET_HOURS,
  MAX_DESTINATIONS,
  canRotateSecret,
  destinationInputSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { encryptFor } from "../../auth/encrypt.ts";
import { KEY_NAMES } from "../../auth/key-names.ts";
import type { Config } from "../../config/config.ts";
import type { Transaction } from "../../db/connect.ts";
import { failWaiting } from "../../db/destinations/deliveries.ts";
import {
  type DestinationRow,
  countDestinations,
  deleteDestination as deleteRow,
  findDestination,
  insertDestination,
  listDestinations,
  lockDestination,
  toDestination,
  updateDestination as updateRow,
} from "../../db/destinations/destinations.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { TargetError, requireAllowedTarget } from "../../outgoing/public-address.ts";
import { newSigningSecret } from "../../outgoing/sign-webhook.ts";
import type { SignedInContext } from "../context.ts";
import { byListOwner, requireListOwner } from "../item/list-owner.ts";

export const byDestinationOwner = z.object({ owner: byListOwner });
export const byDestination = z.object({ sid: sidSchema });
export const createDestinationInput = byDestinationOwner.extend({ destination: destinationInputSchema });
export const updateDestinationInput = byDestination.extend({ destination: destinationInputSchema });
export const setDestinationEnabledInput = byDestination.extend({ isEnabled: z.boolean() });

/** `signingSecret` is a webhook's. It is shown once. */
export type NewDestination = { destination: Destination; signingSecret: string | null };

/** The destinations of an event, with those of its groups, or of a group. */
export async function fetchDestinations(
  context: SignedInContext,
  { owner }: z.infer<typeof byDestinationOwner>,
): Promise<Destination[]> {
  const rows = await listDestinations(context.db, await requireListOwner(context, owner));
  return rows.map(toDestination);
}

export async function createDestination(
  context: SignedInContext,
  { owner: named, destination }: z.infer<typeof createDestinationInput>,
): Promise<NewDestination> {
  const { db, session, call, config } = context;
  const owner = await requireListOwner(context, named);
  const { name, settings } = destination;
  checkTarget(settings, config);
  const signingSecret = settings.kind === "webhook" ? newSigningSecret() : null;
  const sid = newSid();
  return db.transaction(async (tx) => {
    if ((await countDestinations(tx, owner)) >= MAX_DESTINATIONS)
      throw new AppError("PRECONDITION_FAILED", `There are ${MAX_DESTINATIONS} already. Delete one first.`);
    const secret = await encrypted(tx, sid, signingSecret ?? destination.secret);
    const row = await insertDestination(tx, { sid, owner, name, settings, secret, createdBy: session.user.sid });
    await recordAudit(tx, call, facts(row));
    return { destination: toDestination(row), signingSecret };
  });
}

/** Changes a destination. Without a new secret the old one stays, unless the kind or the host changes: then it must be entered again. */
export async function updateDestination(
  { db, call, config }: SignedInContext,
  { sid, destination }: z.infer<typeof updateDestinationInput>,
): Promise<Destination> {
  const { name, settings, secret } = destination;
  checkTarget(settings, config);
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, sid);
    if (row.settings.kind !== settings.kind)
      throw new AppError("BAD_REQUEST", "The kind cannot be changed. Create another destination.");
    const isNewTarget = hostOf(row.settings) !== hostOf(settings);
    if (isNewTarget && row.secret !== null && secret === undefined && settings.kind !== "webhook")
      throw new AppError("BAD_REQUEST", "The target has changed: enter its secret again.");
    const change = { name, settings, ...(secret !== undefined && { secret: await encrypted(tx, sid, secret) }) };
    await updateRow(tx, sid, settings.kind === "webhook" ? { name, settings } : change);
    await recordAudit(tx, call, facts({ ...row, ...change }));
    return toDestination((await findDestination(tx, sid)) ?? row);
  });
}

/** Gives a webhook a new signing secret. The former one also signs for a day; an earlier one stops at once (PD-179). */
export async function rotateSigningSecret(
  { db, call }: SignedInContext,
  sid: string,
): Promise<{ destination: Destination; signingSecret: string }> {
  const signingSecret = newSigningSecret();
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, sid);
    unwrapOrThrow(canRotateSecret(row.settings));
    const formerSecretUntil = new Date(Date.now() + FORMER_SECRET_HOURS * 3_600_000);
    const change = { secret: await encrypted(tx, sid, signingSecret), formerSecret: row.secret, formerSecretUntil };
    await updateRow(tx, sid, change);
    await recordAudit(tx, call, facts(row));
    return { destination: toDestination({ ...row, ...change }), signingSecret };
  });
}

/** Refuses an address that no attempt could reach with this server's settings (PD-162). */
function checkTarget(settings: DestinationRow["settings"], { allowPrivateTargets }: Config): void {
  try {
    requireAllowedTarget(settings, allowPrivateTargets);
  } catch (error) {
    if (error instanceof TargetError) throw new AppError("BAD_REQUEST", error.message);
    throw error;
  }
}

/** A changed target must not get the secret of another one. */
function hostOf(settings: DestinationRow["settings"]): string {
  if (settings.kind === "sftp") return `${settings.host}:${settings.port} ${settings.hostKey}`;
  if (settings.kind === "s3") return settings.endpoint ?? settings.region;
  return new URL(settings.url).host;
}

export async function deleteDestination({ db, call }: SignedInContext, sid: string): Promise<{ sid: string }> {
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, sid);
    await deleteRow(tx, sid);
    await recordAudit(tx, call, facts(row));
    return { sid };
  });
}

/** Disabling ends waiting deliveries; Replay sends them again. */
export async function setDestinationEnabled(
  { db, call }: SignedInContext,
  { sid, isEnabled }: z.infer<typeof setDestinationEnabledInput>,
): Promise<Destination> {
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, sid);
    const change = { disabled: isEnabled ? null : "person", failingSince: null };
    await updateRow(tx, sid, change);
    if (!isEnabled) await failWaiting(tx, sid, "The destination was disabled.");
    await recordAudit(tx, call, { ...facts(row), details: { isEnabled } });
    return toDestination({ ...row, ...change });
  });
}

async function requireLocked(tx: Transaction, sid: string): Promise<DestinationRow> {
  const row = await lockDestination(tx, sid);
  if (!row) throw notFound("destination");
  return row;
}

async function encrypted(tx: Transaction, sid: string, secret: string | undefined): Promise<Buffer | null> {
  return secret === undefined || secret === ""
    ? null
    : encryptFor(tx, sid, Buffer.from(secret), KEY_NAMES.destinations);
}

/** The audit entry names the settings, never the secret. */
const facts = ({
  sid,
  projectSid,
  name,
  settings,
}: Pick<DestinationRow, "sid" | "projectSid" | "name" | "settings">) => ({
  subject: { kind: "destination", sid },
  ...(projectSid !== null && { projectSid }),
  details: { name, settings },
});
