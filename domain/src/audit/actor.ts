import type { AuditEntry } from "./audit.ts";

/** Calls that Precount makes without a person. */
const AUTOMATIC_CALLS: ReadonlySet<string> = new Set([
  "destination.disableAfterFailures",
  "learning.promoteAutomatically",
]);

/** The start of an entry's sentence. Without an actor and an address, a call comes from the command line. */
export function auditActorName({ actor, action, address }: Pick<AuditEntry, "actor" | "action" | "address">): string {
  if (actor !== null) return actor.name;
  if (AUTOMATIC_CALLS.has(action)) return "Precount";
  return address === null ? "The command line" : "Someone";
}
