import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { sharesGroup } from "../group/group.ts";
import type { Model } from "../model/model.ts";
import type { ProjectStatus } from "../project/project.ts";
import { ROLES, type Role } from "../user/user.ts";

const everyone = ROLES;
const admins = ["admin"] as const satisfies readonly Role[];

/**
 * Who may do what (spec §6): one table for menus, buttons and the server. What is not an admin's alone is
 * everyone's who can see the event; being signed in is the condition of all of it.
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
  "task.create": everyone,
  "report.see": everyone,
  "experiment.run": everyone,
  "model.list": admins,
  "model.change": admins,
  "model.see-preview": admins,
  "user.list": admins,
  "user.create": admins,
  "user.change": admins,
  "group.change": admins,
  "audit.see": admins,
  "server.see": admins,
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rights;

/** Whose rights are asked for. */
export type Person = { role: Role };

/** Whether a person's role holds a right. */
export function may(user: Person, right: Right): Outcome<true> {
  const roles: readonly Role[] = rights[right];
  return roles.includes(user.role) ? allow : refuse("Only an admin may do this.", "forbidden");
}

export type VisibleProject = {
  status: ProjectStatus;
  /** What an archived event was before: a preview stays hidden in the archive. */
  statusBeforeArchive?: ProjectStatus | null | undefined;
  /** Of which groups it is; "any" where only its status is asked about. */
  groups: readonly string[] | "any";
};

/** Who looks; without groups only what is open to any of them is seen. */
export type Viewer = Person & { groups?: readonly string[] };

/** What one may not see does not exist for one: the server answers NOT_FOUND (decision 47). */
export function canSeeProject(user: Viewer, project: VisibleProject): boolean {
  const isPreview = project.status === "preview" || project.statusBeforeArchive === "preview";
  if (isPreview && !may(user, "project.see-preview").ok) return false;
  const isMember = project.groups === "any" || sharesGroup(user.groups ?? [], project.groups);
  return isMember || may(user, "project.see-every-group").ok;
}

export const canSeeModel = (user: Person, model: Pick<Model, "status">): boolean =>
  model.status !== "preview" || may(user, "model.see-preview").ok;

/** Whether a model stands in the Analyze choice and the quick test (decision 11): retired ones never do. */
export const isModelOffered = (user: Person, model: Pick<Model, "status">): boolean =>
  model.status !== "retired" && canSeeModel(user, model);

/** The same as a rule with its reason, for the server's side of a run. */
export function canUseModel(user: Person, model: Pick<Model, "status" | "title">): Outcome<true> {
  if (model.status === "retired") return refuse(`The model ${model.title} is retired. Choose another one.`);
  return canSeeModel(user, model) ? allow : refuse("Only an admin may use a model in preview.", "forbidden");
}
