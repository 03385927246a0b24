import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { type AuditKind, MAX_AUDIT_DETAILS_BYTES } from "@precount/domain";
import { type NewAuditEntry, insertAuditEntry } from "../db/audit.ts";
import type { Database, Queryable, Transaction } from "../db/connect.ts";

/** Whose call it is; of somebody who signs in it is known only then. */
type Actor = { id: string; user: { sid: string; name: string }; token?: object };

/** An entry as it comes together during a call. */
export type Draft = {
  kind: AuditKind;
  action: string;
  actor: Actor | null;
  address: string | null;
  /** What the call says it is about; else it is what changed, else what the input names. */
  subject: { kind: string; sid: string } | null;
  named: { kind: string; sid: string } | null;
  projectSid: string | null;
  details: Record<string, unknown>;
  /** What the call told everyone who looks that it changed. */
  changed: { kind: string; sid: string }[];
  isWritten: boolean;
};

export type Noted = Partial<Pick<Draft, "subject" | "projectSid" | "details" | "actor">>;

const current = new AsyncLocalStorage<Draft>();

/** Says more of what the present call does, such as what it made. Without an audited call around it nothing happens. */
export function noteAudit({ details, ...noted }: Noted): void {
  const draft = current.getStore();
  if (!draft) return;
  Object.assign(draft, noted);
  if (details) draft.details = { ...draft.details, ...details };
}

/** Of every change that is told to who looks, the audit log takes note by itself. */
export function noteChanges(changes: readonly { projectSid: string; kind: string; sid: string }[]): void {
  const draft = current.getStore();
  if (!draft) return;
  draft.projectSid ??= changes[0]?.projectSid ?? null;
  for (const { kind, sid } of changes) draft.changed.push({ kind, sid });
}

/**
 * Runs a call that changes something. Its entry is the last statement of its transaction: both are there, or neither. A call
 * without a transaction has its entry right after.
 */
export async function audited<T>(
  db: Database,
  draft: Draft,
  call: (db: Database) => Promise<T>,
  // tRPC answers a refusal instead of throwing it.
  isDone: (answer: T) => boolean = () => true,
): Promise<T> {
  const answer = await current.run(draft, () => call(withEntry(db, draft)));
  if (isDone(answer) && !draft.isWritten) await write(db, draft);
  return answer;
}

/** The same database, whose next transaction writes the entry before it commits. */
function withEntry(db: Database, draft: Draft): Database {
  const transaction: Database["transaction"] = async (work, config) => {
    const answer = await db.transaction(async (tx: Transaction) => {
      const result = await work(tx);
      if (!draft.isWritten) await write(tx, draft);
      return result;
    }, config);
    draft.isWritten = true;
    return answer;
  };
  // Everything else is the database's own.
  return Object.assign(Object.create(db) as Database, { transaction });
}

/** Nothing of what nobody did to nobody, such as a sign-out without a session: anyone could fill the log with it. */
async function write(db: Queryable, draft: Draft): Promise<void> {
  if (draft.actor !== null || draft.subject !== null) await insertAuditEntry(db, toRow(draft));
}

/** What a session or token is known by in the log: enough to see what belongs together, nothing to sign in with. */
const fingerprint = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 16);

export function toRow(draft: Draft): NewAuditEntry {
  const { kind, action, actor, address } = draft;
  const subject = draft.subject ?? mainSubject(draft) ?? draft.named;
  return {
    kind,
    action,
    actorSid: actor?.user.sid ?? null,
    actorName: actor?.user.name ?? null,
    credential: actor && fingerprint(actor.id),
    address,
    subjectKind: subject?.kind ?? null,
    subjectSid: subject?.sid ?? null,
    projectSid: draft.projectSid,
    // A token's id is no secret: by it one finds which program it was.
    details: bounded({ ...draft.details, ...many(draft), ...(actor?.token && { token: actor.id }) }),
  };
}

/** Of one changed thing itself; of many the event, and the details name them. */
function mainSubject({ changed, projectSid }: Draft): Draft["subject"] {
  const [first] = changed;
  if (!first) return null;
  const isOne = changed.filter(({ kind }) => kind === first.kind).length === 1;
  return isOne || projectSid === null ? first : { kind: "project", sid: projectSid };
}

function many({ changed }: Draft): Record<string, unknown> {
  const kind = changed[0]?.kind;
  const sids = [...new Set(changed.filter((one) => one.kind === kind).map(({ sid }) => sid))];
  return sids.length > 1 ? { changed: kind, count: sids.length, sids: sids.slice(0, 1000) } : {};
}

/** No call writes more than so much, whatever it was sent. */
function bounded(details: Record<string, unknown>): Record<string, unknown> {
  const isSmall = Buffer.byteLength(JSON.stringify(details)) <= MAX_AUDIT_DETAILS_BYTES;
  return isSmall ? details : { tooLarge: true, count: details.count ?? null };
}
