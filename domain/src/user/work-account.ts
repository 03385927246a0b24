import { z } from "zod";

/** The id token of a user in many groups has about 8 kB; a longer text is no token. */
const MAX_TOKEN_LENGTH = 16_384;

/**
 * Input of `msLogin` (spec §7). `username` comes from the browser's library and is informational; the token
 * identifies the user.
 */
export const msLoginInputSchema = z.object({
  idToken: z.string().min(1).max(MAX_TOKEN_LENGTH),
  username: z.string().max(320).optional(),
});

/** Settings that the browser needs for the work-account provider; none of them is secret. */
export const workAccountSchema = z.object({
  /** Name on the button and in messages. */
  name: z.string(),
  clientId: z.string(),
  /** The provider's issuer URL, below which it publishes its endpoints. */
  authority: z.string(),
  /** Opens the company's own sign-in page directly. */
  domainHint: z.string().nullable(),
});
export type WorkAccount = z.infer<typeof workAccountSchema>;

/** Null if no provider is configured. */
export type SignInOptions = { workAccount: WorkAccount | null };
