import { z } from "zod";

/** An id token of a person in many groups has some 8 kB; past this it is no token. */
const MAX_TOKEN_LENGTH = 16_384;

/** Spec §7. `username` is what the browser's library calls the person; who it is, the token says. */
export const msLoginInputSchema = z.object({
  idToken: z.string().min(1).max(MAX_TOKEN_LENGTH),
  username: z.string().max(320).optional(),
});

/** What the browser needs to know to send somebody to the work-account provider; nothing of it is secret. */
export const workAccountSchema = z.object({
  /** As it stands on the button and in messages. */
  name: z.string(),
  clientId: z.string(),
  /** The provider's issuer, under which it publishes its addresses. */
  authority: z.string(),
  /** Takes people straight to their company's sign-in page. */
  domainHint: z.string().nullable(),
});
export type WorkAccount = z.infer<typeof workAccountSchema>;

/** Null: an admin has set up no provider. */
export type SignInOptions = { workAccount: WorkAccount | null };
