import { type AuditFacts, type AuditedCall, recordAudit } from "../audit/record-audit.ts";
import type { Queryable } from "../db/connect.ts";
import { type Change, publishChanges } from "../live/publish-change.ts";

/**
 * Publishes changed rows to everyone who has the event open, and writes the call's audit entry. Call it last in the transaction of
 * the change. An operation whose change no screen shows calls `recordAudit` alone; a job calls `publishChanges` alone.
 */
export async function recordChange(
  tx: Queryable,
  call: AuditedCall | null,
  { changes, ...facts }: { changes: readonly Change[] } & Pick<AuditFacts, "details" | "projectSid" | "subject">,
): Promise<void> {
  await publishChanges(tx, changes);
  const projectSid = facts.projectSid ?? changes[0]?.projectSid;
  await recordAudit(tx, call, { ...facts, ...(projectSid !== undefined && { projectSid }), changed: changes });
}
