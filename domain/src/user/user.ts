import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";
import { isCommonPassword } from "./common-password.ts";
import { emailSchema } from "./email.ts";

export const ROLES = ["user", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const userNameSchema = nameSchema(3, "Name must be at least 3 characters long");

/** Spec §5 and §9. Each broken rule gives its own message, so a form can list them all. */
export const passwordSchema = z
  .string()
  .min(8, "Password must be at least 8 characters long")
  .max(100, "Password must be no more than 100 characters long")
  .regex(/[a-z]/, "Password must include at least one lowercase letter")
  .regex(/[A-Z]/, "Password must include at least one uppercase letter")
  .regex(/\d/, "Password must include at least one digit");

/** What a person chooses today (decision 48); one chosen before this rule still signs in. */
export const newPasswordSchema = passwordSchema.refine(
  // One that breaks the rule above has been told enough.
  (password) => !passwordSchema.safeParse(password).success || !isCommonPassword(password),
  { message: "This password is one of those that are tried first. Please choose another one" },
);

/** The person a session belongs to. */
export const authUserSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
});
export type AuthUser = z.infer<typeof authUserSchema>;

/** A session's id is no secret: the secret stands in an HttpOnly cookie (decision 42). */
export const sessionSchema = z.object({ id: sidSchema });
export type Session = z.infer<typeof sessionSchema>;

export const loginInputSchema = z.object({
  email: emailSchema,
  /** Not checked against the rules: an old password must still be able to sign in. */
  password: z.string().min(1, "Please enter your password").max(1000),
  remember: z.boolean().default(false),
});
export const loginResponseSchema = z.object({ user: authUserSchema, session: sessionSchema });
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** A row of the admins' list of users. */
export const userRowSchema = authUserSchema.extend({
  lastLoginAt: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
  isBlocked: z.boolean(),
  /** Whether they have set one; until then they need a set-password link. */
  hasPassword: z.boolean(),
  /** Of which groups they are (decision 47). */
  groups: z.array(z.string()),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** What the middle segment of a reset token holds: expiry in seconds, subject e-mail (spec §3). */
export const resetTokenClaimsSchema = z.object({ exp: z.number().int(), sub: emailSchema });
export type ResetTokenClaims = z.infer<typeof resetTokenClaimsSchema>;

/** What an admin says of a new person; without a password they set their own through a link (decision 45). */
export const createUserInputSchema = z.object({
  email: emailSchema,
  name: userNameSchema,
  password: newPasswordSchema.nullable().default(null),
  role: roleSchema,
  isBlocked: z.boolean().default(false),
});

export const resetPasswordInputSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  token: z.string().min(1).max(4000),
});

export const changeOwnPasswordInputSchema = z.object({
  current: z.string().min(1, "Please enter your password").max(1000),
  password: newPasswordSchema,
});

/** How the mail with a link went: nobody set up mail, it was handed over, or it was not, and why. */
export const linkMailSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("not set up") }),
  z.object({ state: z.literal("sent") }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
]);
export type LinkMail = z.infer<typeof linkMailSchema>;

/** Shown to the admin who made it, once: it is stored nowhere. */
export const setPasswordLinkSchema = z.object({ url: z.string(), expiresAt: isoDateSchema, mail: linkMailSchema });
export type SetPasswordLink = z.infer<typeof setPasswordLinkSchema>;

/** A session as its person, or an admin, sees it in a list. */
export const sessionRowSchema = sessionSchema.extend({
  /** Such as 'Chrome on Windows'; null when the browser did not say. */
  device: z.string().nullable(),
  /** Where it was last used from. */
  address: z.string().nullable(),
  createdAt: isoDateSchema,
  /** Within five minutes. */
  lastUsedAt: isoDateSchema,
  expiresAt: isoDateSchema,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;
