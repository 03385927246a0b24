import { createHash } from "node:crypto";
import { type AuditKind, MAX_AUDIT_DETAILS_BYTES } from "@precount/domain";
import { type NewAuditEntry, insertAuditEntries } from "../db/audit/entries.ts";
import type { Queryable } from "../db/connect.ts";

export type Subject = { kind: string; sid: string };

/** The person or program that makes a call. */
type Actor = { id: string; user: { sid: string; name: string }; token?: object };

/** The part of an audit entry that the transport (RPC or HTTP) knows before the call runs. */
export type AuditedCall = {
  /** Null for calls that change nothing permanent. */
  kind: AuditKind | null;
  action: string;
  /** Whether the call changes nothing permanent. */
  isRead?: boolean;
  actor: Actor | null;
  /** The client's IP address. */
  address: string | null;
  /** The row that the input names. It may not exist, so it is the subject only when nothing better is known. */
  named: Subject | null;
  /** Set by `recordAudit`; the RPC gate rejects a mutation that succeeded without an entry. */
  isRecorded: boolean;
};

/** The part of an audit entry that the operation knows. */
export type AuditFacts = {
  /** Defaults to the changed row, or else to the row that the input names. */
  subject?: Subject;
  projectSid?: string;
  details?: Record<string, unknown>;
  /** The rows that were changed. */
  changed?: readonly Subject[];
  /** The person who signs in or out, whom the transport does not know. */
  actor?: Actor;
};

/**
 * Writes the audit entry of a call. Call it in the transaction of the change, so that both are committed or neither (ADR-014).
 * Does nothing without a call: the worker and the demo event act for no person.
 */
export async function recordAudit(tx: Queryable, call: AuditedCall | null, facts: AuditFacts = {}): Promise<void> {
  await recordAudits(tx, [{ call, facts }]);
}

/** The same for calls that share a transaction, in one statement. */
export async function recordAudits(
  tx: Queryable,
  calls: readonly { call: AuditedCall | null; facts: AuditFacts }[],
): Promise<void> {
  await insertAuditEntries(
    tx,
    calls.flatMap(({ call, facts }) => (call === null ? [] : entriesOf(call, facts))),
  );
}

/** The call's entry, or none. */
function entriesOf(call: AuditedCall, facts: AuditFacts): NewAuditEntry[] {
  const { kind } = call;
  if (kind === null) throw new Error(`${call.action} has no audit kind: add one to rpc/audited-calls.ts`);
  call.isRecorded = true;
  // Without an actor and a subject, such as at a sign-out without a session, anyone could fill the log.
  const { actor = call.actor, subject, changed = [] } = facts;
  if (actor === null && subject === undefined && changed.length === 0) return [];
  return [toAuditEntry({ ...call, kind }, facts)];
}

/** Identifies a session or token in the log: its entries can be grouped, but the value is useless for a sign-in. */
const fingerprint = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 16);

export function toAuditEntry(call: AuditedCall & { kind: AuditKind }, facts: AuditFacts): NewAuditEntry {
  const { kind, action, address, named } = call;
  const { actor = call.actor, changed = [], projectSid = null } = facts;
  const subject = facts.subject ?? mainSubject(changed, projectSid) ?? named;
  return {
    kind,
    action,
    actorSid: actor?.user.sid ?? null,
    actorName: actor?.user.name ?? null,
    credential: actor && fingerprint(actor.id),
    address,
    subjectKind: subject?.kind ?? null,
    subjectSid: subject?.sid ?? null,
    projectSid,
    // A token's id is not secret; with it an admin finds the program.
    details: bounded({ ...facts.details, ...listChanged(changed), ...(actor?.token && { token: actor.id }) }),
  };
}

/** The changed row. When several of one kind changed it is the event, and the details list the rows. */
function mainSubject(changed: readonly Subject[], projectSid: string | null): Subject | null {
  const [first] = changed;
  if (!first) return null;
  const isOnly = changed.filter(({ kind }) => kind === first.kind).length === 1;
  return isOnly || projectSid === null ? { kind: first.kind, sid: first.sid } : { kind: "project", sid: projectSid };
}

const MAX_LISTED_SIDS = 1000;

function listChanged(changed: readonly Subject[]): Record<string, unknown> {
  const kind = changed[0]?.kind;
  const sids = [...new Set(changed.filter((subject) => subject.kind === kind).map(({ sid }) => sid))];
  return sids.length > 1 ? { changed: kind, count: sids.length, sids: sids.slice(0, MAX_LISTED_SIDS) } : {};
}

/** Limits the size of an entry against oversized inputs. */
function bounded(details: Record<string, unknown>): Record<string, unknown> {
  const isSmall = Buffer.byteLength(JSON.stringify(details)) <= MAX_AUDIT_DETAILS_BYTES;
  return isSmall ? details : { tooLarge: true, count: details.count ?? null };
}
