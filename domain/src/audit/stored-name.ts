import type { AuditEntry } from "./audit.ts";

/** Calls whose entries store the name of their subject in their details, because the row may be deleted later. */
export const NAMING_CALLS = [
  "area.createRange",
  "area.deleteArea",
  "area.deleteRange",
  "area.restoreRange",
  "area.voidRange",
  "destination.createDestination",
  "destination.deleteDestination",
  "destination.updateDestination",
  "group.createGroup",
  "group.deleteGroup",
  "group.renameGroup",
  "project.createProject",
  "project.deleteProject",
] as const;

const NAMING: ReadonlySet<string> = new Set(NAMING_CALLS);

/** The name that the subject had, if the entry stores it. In entries of other calls `name` is the name of something else. */
export const storedName = ({ action, details }: Pick<AuditEntry, "action" | "details">): string | null =>
  NAMING.has(action) && typeof details["name"] === "string" ? details["name"] : null;
