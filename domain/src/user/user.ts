import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";
import { emailSchema } from "./email.ts";

export const ROLES = ["user", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const userNameSchema = nameSchema(3, "Name must be at least 3 characters long");

/** Password rules (spec §5 and §9). Each rule has its own message, so that a form can list all of them. */
export const passwordSchema = z
  .string()
  .min(8, "Password must be at least 8 characters long")
  .max(100, "Password must be no more than 100 characters long")
  .regex(/[a-z]/, "Password must include at least one lowercase letter")
  .regex(/[A-Z]/, "Password must include at least one uppercase letter")
  .regex(/\d/, "Password must include at least one digit");

/** The user of a session. */
export const authUserSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
});
export type AuthUser = z.infer<typeof authUserSchema>;

/** A session's id is not secret: the secret is in an HttpOnly cookie (PD-42). */
export const sessionSchema = z.object({ id: sidSchema });
export type Session = z.infer<typeof sessionSchema>;

export const loginInputSchema = z.object({
  email: emailSchema,
  /** Not checked against the password rules, so that an old password can still be used. */
  password: z.string().min(1, "Please enter your password").max(1000),
  remember: z.boolean().default(false),
});
export const loginResponseSchema = z.object({
  user: authUserSchema,
  session: sessionSchema,
  /** The user must add a second factor before anything else (PD-114). Missing if not. */
  mustAddFactor: z.literal(true).optional(),
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** A row of the admins' user list. */
export const userRowSchema = authUserSchema.extend({
  lastLoginAt: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
  isBlocked: z.boolean(),
  /** Whether the user has set a password; until then they need a set-password link. */
  hasPassword: z.boolean(),
  /** Whether the user has a second factor (PD-113). */
  hasFactor: z.boolean(),
  /** The user's groups (PD-47). */
  groups: z.array(z.string()),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** Claims in the middle segment of a reset token: expiry in seconds and the user's e-mail (spec §3). */
export const resetTokenClaimsSchema = z.object({ exp: z.number().int(), sub: emailSchema });
export type ResetTokenClaims = z.infer<typeof resetTokenClaimsSchema>;

/** Whether the mail with a link was sent: mail is not configured, sent, or failed with a reason. */
export const linkMailSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("not set up") }),
  z.object({ state: z.literal("sent") }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
]);
export type LinkMail = z.infer<typeof linkMailSchema>;

/** Shown once to the admin who created the link; it is not stored. */
export const setPasswordLinkSchema = z.object({ url: z.string(), expiresAt: isoDateSchema, mail: linkMailSchema });
export type SetPasswordLink = z.infer<typeof setPasswordLinkSchema>;

/** A session in a list, for its user or an admin. */
export const sessionRowSchema = sessionSchema.extend({
  /** A text such as 'Chrome on Windows'; null if the browser did not send it. */
  device: z.string().nullable(),
  /** Address of the last use. */
  address: z.string().nullable(),
  createdAt: isoDateSchema,
  /** Accurate to five minutes. */
  lastUsedAt: isoDateSchema,
  expiresAt: isoDateSchema,
  /** The session that made the request. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;
