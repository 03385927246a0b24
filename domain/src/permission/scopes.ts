import { z } from "zod";
import { nameSchema } from "../common/name.ts";
import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { type Person, type Right, rights } from "./rights.ts";

/** Scopes of API tokens. They are independent: no scope includes another. */
export const SCOPES = ["read", "upload", "edit", "export", "admin"] as const;
export const scopeSchema = z.enum(SCOPES);
export type Scope = z.infer<typeof scopeSchema>;

/** Descriptions for the form that creates a token. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  read: "see events, photos, results and document tasks",
  upload: "upload photos and documents, retry a document task",
  edit: "change events, photos, areas and results, and try photos and documents on a model",
  export: "download reports, tables, original photos and documents",
  admin:
    "admin actions: create and archive events, import item lists, change models and destinations, read the audit log",
};

/**
 * The scope that a token needs for a right. Null means people only: a token can never manage users, groups,
 * passwords, sessions or tokens.
 */
const SCOPE_OF_RIGHT: Readonly<Record<Right, Scope | null>> = {
  "project.create": "admin",
  "project.activate": "admin",
  "project.delete": "admin",
  "project.archive": "admin",
  "project.recover": "admin",
  "project.see-preview": "admin",
  "project.see-every-group": "admin",
  "project.analyze": "edit",
  "project.upload": "upload",
  "project.discard": "edit",
  "project.complete": "edit",
  "project.reopen": "edit",
  "project.change-settings": "edit",
  "image.edit": "edit",
  "image.detect": "edit",
  "image.reject": "edit",
  "detection.edit": "edit",
  "detection.validate": "edit",
  "area.edit": "edit",
  "item.see": "read",
  "item.choose": "edit",
  "radar.decide": "edit",
  "item.import": "admin",
  "task.create": "upload",
  "report.see": "read",
  "report.accept": "edit",
  "report.share": null,
  "experiment.run": "edit",
  "model.list": "admin",
  "model.change": "admin",
  "model.see-preview": "admin",
  "learning.manage": "admin",
  "user.list": null,
  "user.create": null,
  "user.change": null,
  "group.change": null,
  "destination.change": "admin",
  "audit.see": "admin",
  "server.see": "admin",
};

/** What a procedure or route requires besides a sign-in: a right, or one of these. */
export type TokenAccess = Right | "signed-in" | "own-account" | "own-factors" | "export";

/**
 * Scopes for access without a right: reading requires `read`, downloading requires `export`, and a token can never
 * manage its owner's account.
 */
const SCOPE_OF_OTHER: Readonly<Record<Exclude<TokenAccess, Right>, Scope | null>> = {
  "signed-in": "read",
  "own-account": null,
  "own-factors": null,
  export: "export",
};

const isRight = (access: TokenAccess): access is Right => Object.hasOwn(rights, access);

export const scopeOf = (access: TokenAccess): Scope | null =>
  isRight(access) ? SCOPE_OF_RIGHT[access] : SCOPE_OF_OTHER[access];

/** Whether a token with these scopes has an access. The user's rights are checked separately. */
export function scopesAllow(scopes: readonly Scope[], access: TokenAccess): Outcome<true> {
  const scope = scopeOf(access);
  if (scope === null) return refuse("A token may not do this. Please sign in.", "forbidden");
  return scopes.includes(scope) ? allow : refuse(`This token does not have the scope '${scope}'.`, "forbidden");
}

/** The user that a token acts as: with the current role, but an admin only if the token has the scope `admin`. */
export const actingAs = <P extends Person>(person: P, scopes: readonly Scope[]): P =>
  scopes.includes("admin") ? person : { ...person, role: "user" };

/** A user cannot create a token with more rights than their own. */
export const canCreateToken = (person: Person, scopes: readonly Scope[]): Outcome<true> =>
  scopes.includes("admin") && person.role !== "admin"
    ? refuse("Only an admin may create a token with the scope 'admin'.", "forbidden")
    : allow;

export const MAX_TOKEN_DAYS = 365;
/** Limit per user. */
export const MAX_TOKENS = 50;

export const createTokenInputSchema = z.object({
  name: nameSchema(1, "Please enter a name"),
  scopes: z
    .array(scopeSchema)
    .min(1, "Please choose what the token may do")
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  expiresInDays: z
    .number()
    .int()
    .min(1, "A token is valid for one day at least")
    .max(MAX_TOKEN_DAYS, "A token is valid for one year at most"),
});

/** A token in a list, without its secret, which is shown once. */
export const tokenRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Accurate to five minutes; null until it is used. */
  lastUsedAt: z.string().nullable(),
  address: z.string().nullable(),
});
export type TokenRow = z.infer<typeof tokenRowSchema>;
