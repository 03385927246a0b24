import { z } from "zod";
import { isCommonPassword } from "./common-password.ts";
import { emailSchema } from "./email.ts";
import { passwordSchema, roleSchema, userNameSchema } from "./user.ts";

// Not in user.ts: the list of common words is large, and only the forms that set a password need it.

/** Rules for a new password (PD-48). An older password can still be used to sign in. */
export const newPasswordSchema = passwordSchema.refine(
  // A password that breaks the rules above already has a message.
  (password) => !passwordSchema.safeParse(password).success || !isCommonPassword(password),
  { message: "This password is too common. Please choose another one" },
);

/** Input for a new user. Without a password the user sets one through a link (PD-45). */
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
