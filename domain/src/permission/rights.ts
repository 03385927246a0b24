import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { sharesGroup } from "../group/group.ts";
import type { ProjectStatus } from "../project/project.ts";
import { ROLES, type Role } from "../user/user.ts";

const everyone = ROLES;
const admins = ["admin"] as const satisfies readonly Role[];

/**
 * Rights by role (spec §6): one table for menus, buttons and the server. Rights that are not limited to admins apply
 * to everyone who may see the event. All of them require a sign-in.
 */
export const rights = {
  "project.create": admins,
  "project.activate": admins,
  "project.delete": admins,
  "project.archive": admins,
  "project.recover": admins,
  "project.see-preview": admins,
  "project.see-every-group": admins,
  "project.analyze": everyone,
  "project.upload": everyone,
  "project.discard": everyone,
  "project.complete": everyone,
  "project.reopen": everyone,
  "project.change-settings": everyone,
  "image.edit": everyone,
  "image.detect": everyone,
  "image.reject": everyone,
  "detection.edit": everyone,
  "detection.validate": everyone,
  "area.edit": everyone,
  "item.see": everyone,
  "item.choose": everyone,
  "item.import": admins,
  "radar.decide": everyone,
  "task.create": everyone,
  "report.see": everyone,
  "report.accept": everyone,
  "report.share": admins,
  "experiment.run": everyone,
  "model.list": admins,
  "model.change": admins,
  "model.see-preview": admins,
  "learning.manage": admins,
  "user.list": admins,
  "user.create": admins,
  "user.change": admins,
  "group.change": admins,
  "destination.change": admins,
  "audit.see": admins,
  "server.see": admins,
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rights;

/** The user whose rights are checked. */
export type Person = { role: Role };

/** Whether a user's role has a right. */
export function may(user: Person, right: Right): Outcome<true> {
  const roles: readonly Role[] = rights[right];
  return roles.includes(user.role) ? allow : refuse("Only an admin may do this.", "forbidden");
}

export type VisibleProject = {
  status: ProjectStatus;
  /** The status before archiving: an archived preview stays hidden from users. */
  statusBeforeArchive?: ProjectStatus | null | undefined;
  /** The event's groups; "any" skips the group check. */
  groups: readonly string[] | "any";
};

/** The user and their groups; without groups only projects with "any" are visible. */
export type Viewer = Person & { groups?: readonly string[] };

/** Whether a user may see an event. For others it does not exist: the server answers NOT_FOUND (PD-47). */
export function canSeeProject(user: Viewer, project: VisibleProject): boolean {
  const isPreview = project.status === "preview" || project.statusBeforeArchive === "preview";
  if (isPreview && !may(user, "project.see-preview").ok) return false;
  const isMember = project.groups === "any" || sharesGroup(user.groups ?? [], project.groups);
  return isMember || may(user, "project.see-every-group").ok;
}
