import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const ROLES = ["user", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const emailSchema = z.email("Invalid email address").max(254, "Invalid email address");
export const userNameSchema = z
  .string()
  .trim()
  .min(3, "Name must be at least 3 characters long")
  .max(100, "Name must be no more than 100 characters long");

/** Spec §5 and §9. Each broken rule gives its own message, so a form can list them all. */
export const passwordSchema = z
  .string()
  .min(8, "Password must be at least 8 characters long")
  .max(100, "Password must be no more than 100 characters long")
  .regex(/[a-z]/, "Password must include at least one lowercase letter")
  .regex(/[A-Z]/, "Password must include at least one uppercase letter")
  .regex(/\d/, "Password must include at least one digit");

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
});
export type UserRow = z.infer<typeof userRowSchema>;

/** What the middle segment of a reset token holds: expiry in seconds, subject e-mail (spec §3). */
export const resetTokenClaimsSchema = z.object({ exp: z.number().int(), sub: emailSchema });
export type ResetTokenClaims = z.infer<typeof resetTokenClaimsSchema>;
