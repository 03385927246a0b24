import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";
import { type Role, roleSchema } from "./user.ts";

/** Kinds of second factors (PD-113): one-time codes of an authenticator app, and passkeys. */
export const FACTOR_KINDS = ["totp", "passkey"] as const;
export const factorKindSchema = z.enum(FACTOR_KINDS);
export type FactorKind = z.infer<typeof factorKindSchema>;

/** Limit per user. */
export const MAX_FACTORS = 10;
export const RECOVERY_CODE_COUNT = 10;

export const factorNameSchema = nameSchema(1, "Please enter a name");

/** A factor in its user's list, without its secret. */
export const factorRowSchema = z.object({
  sid: sidSchema,
  kind: factorKindSchema,
  name: z.string(),
  createdAt: isoDateSchema,
  lastUsedAt: isoDateSchema.nullable(),
});
export type FactorRow = z.infer<typeof factorRowSchema>;

export type OwnFactors = {
  factors: FactorRow[];
  recoveryCodesLeft: number;
  /** Whether an admin requires a second factor for the user's role. */
  isRequired: boolean;
};

/** A code of an authenticator app. Apps show it in two groups. */
export const totpCodeSchema = z
  .string()
  .transform((code) => code.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Enter the 6 digits that the app shows"));

const RECOVERY_CODE = /^[a-z2-7]{24}$/;

/** A recovery code, with or without its hyphens. 120 random bits. */
export const recoveryCodeSchema = z
  .string()
  .transform((code) => code.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(RECOVERY_CODE, "A recovery code has 24 letters and digits"));

/** The answer of a browser's authenticator. `@simplewebauthn/server` checks its content. */
export const passkeyResponseSchema = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;

/** Proof of a second factor. */
export const factorProofSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("totp"), code: totpCodeSchema }),
  z.object({ kind: z.literal("recovery"), code: recoveryCodeSchema }),
  z.object({ kind: z.literal("passkey"), response: passkeyResponseSchema }),
]);
export type FactorProof = z.infer<typeof factorProofSchema>;

/** Identifies a step that was begun, such as a sign-in that waits for its second factor. Secret, valid once, for minutes. */
export const ticketSchema = z.string().regex(/^[\w-]{43}$/, "This step has expired. Please start again.");

export const verifySecondFactorInputSchema = z.object({ ticket: ticketSchema, proof: factorProofSchema });
export const passkeyLoginInputSchema = z.object({
  ticket: ticketSchema,
  response: passkeyResponseSchema,
  remember: z.boolean().default(false),
});
export const confirmInputSchema = z.object({
  ticket: ticketSchema,
  proof: z.union([
    z.object({ kind: z.literal("password"), password: z.string().min(1, "Please enter your password").max(1000) }),
    factorProofSchema,
  ]),
});

export const addTotpInputSchema = z.object({ ticket: ticketSchema, name: factorNameSchema, code: totpCodeSchema });
export const addPasskeyInputSchema = z.object({
  ticket: ticketSchema,
  name: factorNameSchema,
  response: passkeyResponseSchema,
});
export const renameFactorInputSchema = z.object({ sid: sidSchema, name: factorNameSchema });

/** The proofs that a step accepts, and the options for a passkey (`PublicKeyCredentialRequestOptionsJSON`) if there is one. */
export type ProofChoices<PasskeyOptions = unknown> = {
  ticket: string;
  hasPassword: boolean;
  hasTotp: boolean;
  hasRecoveryCodes: boolean;
  passkey: PasskeyOptions | null;
};

/** Sign-in rules that admins set for the installation (PD-115, PD-116). */
export const MAX_IDLE_MINUTES = 12 * 60;
export const signInPolicySchema = z.object({
  /** Roles whose users need a second factor when they sign in with a password. */
  requiredRoles: z.array(roleSchema),
  /** Sessions without remember-me end after this time without use; 0 for never. */
  idleMinutes: z
    .number()
    .int()
    .min(0)
    .max(MAX_IDLE_MINUTES, `At most ${MAX_IDLE_MINUTES} minutes`)
    .refine((minutes) => minutes === 0 || minutes >= 15, "At least 15 minutes, or 0 for never"),
});
export type SignInPolicy = z.infer<typeof signInPolicySchema>;
export const DEFAULT_SIGN_IN_POLICY: SignInPolicy = { requiredRoles: [], idleMinutes: 240 };

/** The request header of a page without recent input: its calls do not keep the session alive. */
export const IDLE_HEADER = "x-idle";

/** How a session began. */
export const SIGN_IN_METHODS = ["password", "passkey", "work-account"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Whether a session may do nothing but add a second factor. Work accounts have the factors of their provider. */
export const mustAddFactor = (
  policy: SignInPolicy,
  { role, method, hasFactor }: { role: Role; method: SignInMethod; hasFactor: boolean },
): boolean => method !== "work-account" && !hasFactor && policy.requiredRoles.includes(role);

/** Sensitive actions need a password, passkey or code that is not older than this (PD-117). */
export const CONFIRMATION_MS = 10 * 60_000;

/** Whether a session must prove its user again before a sensitive action. The provider of a work account asks itself. */
export const needsConfirmation = (
  { method, confirmedAt }: { method: SignInMethod; confirmedAt: Date },
  now: Date,
): boolean => method !== "work-account" && now.getTime() - confirmedAt.getTime() > CONFIRMATION_MS;
