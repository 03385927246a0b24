import type { AuditKind } from "@precount/domain";
import type { AuditedCall } from "./record-audit.ts";

/** A change by an operator at the command line: no person and no address. */
export const commandLineCall = (kind: AuditKind, action: string): AuditedCall => ({
  kind,
  action,
  actor: null,
  address: null,
  named: null,
  isRecorded: false,
});
