import { z } from "zod";
import { nameSchema } from "../common/name.ts";
import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { type Person, type Right, rights } from "./rights.ts";

/** What a token may be made for; each for itself, none holds another. */
export const SCOPES = ["read", "upload", "edit", "export", "admin"] as const;
export const scopeSchema = z.enum(SCOPES);
export type Scope = z.infer<typeof scopeSchema>;

/** In a few words, for whoever chooses. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  read: "see events, photos, results and document tasks",
  upload: "upload photos and documents",
  edit: "change events, photos, areas and results, and try models",
  export: "download reports, tables, original photos and documents",
  admin: "what only admins may: create and archive events, set models, read the audit log",
};

/**
 * The scope that a token needs for what takes a right; null is for people alone: a token never manages people, their groups,
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
  "task.create": "upload",
  "report.see": "read",
  "experiment.run": "edit",
  "model.list": "admin",
  "model.change": "admin",
  "model.see-preview": "admin",
  "user.list": null,
  "user.create": null,
  "user.change": null,
  "group.change": null,
  "audit.see": "admin",
  "server.see": "admin",
};

/** What a call or an address takes to pass, besides being signed in: a right, or one of these. */
export type TokenAccess = Right | "signed-in" | "own-account" | "export";

/** Of what everyone who is signed in may: to look takes `read`; to take files out, `export`; one's own account is no token's. */
const SCOPE_OF_OTHER: Readonly<Record<Exclude<TokenAccess, Right>, Scope | null>> = {
  "signed-in": "read",
  "own-account": null,
  export: "export",
};

const isRight = (access: TokenAccess): access is Right => Object.hasOwn(rights, access);

export const scopeOf = (access: TokenAccess): Scope | null =>
  isRight(access) ? SCOPE_OF_RIGHT[access] : SCOPE_OF_OTHER[access];

/** Whether a token of these scopes may do what takes `access`; its person's rights are asked besides. */
export function scopesAllow(scopes: readonly Scope[], access: TokenAccess): Outcome<true> {
  const scope = scopeOf(access);
  if (scope === null) return refuse("A token may not do this. Please sign in.", "forbidden");
  return scopes.includes(scope) ? allow : refuse(`This token does not have the scope '${scope}'.`, "forbidden");
}

/** Who a token is: its person as they are now; an admin only where it was made for what admins may. */
export const actingAs = <P extends Person>(person: P, scopes: readonly Scope[]): P =>
  scopes.includes("admin") ? person : { ...person, role: "user" };

/** Nobody makes a token that may more than they themselves. */
export const canCreateToken = (person: Person, scopes: readonly Scope[]): Outcome<true> =>
  scopes.includes("admin") && person.role !== "admin"
    ? refuse("Only an admin may make a token with the scope 'admin'.", "forbidden")
    : allow;

export const MAX_TOKEN_DAYS = 365;
/** More than a person can tell apart. */
export const MAX_TOKENS = 50;

export const createTokenInputSchema = z.object({
  name: nameSchema(1, "Please enter a name"),
  scopes: z
    .array(scopeSchema)
    .min(1, "Please choose what the token may do")
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  expiresInDays: z.number().int().min(1).max(MAX_TOKEN_DAYS, "A token is good for a year at most"),
});

/** A token in a list: never its text, which is shown once. */
export const tokenRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Within five minutes; null until it is used. */
  lastUsedAt: z.string().nullable(),
  address: z.string().nullable(),
});
export type TokenRow = z.infer<typeof tokenRowSchema>;
