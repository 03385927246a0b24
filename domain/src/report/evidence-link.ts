import { z } from "zod";
import { nameSchema } from "../common/name.ts";

export const MAX_EVIDENCE_LINK_DAYS = 90;
export const MIN_PASSCODE_LENGTH = 6;

/** A read-only link to one report for people without an account (PD-144). */
export const newEvidenceLinkSchema = z.object({
  /** The name of the recipient. */
  name: nameSchema(1, "Please enter who gets the link"),
  expiresInDays: z
    .number()
    .int()
    .min(1, "A link is valid for one day at least")
    .max(MAX_EVIDENCE_LINK_DAYS, `A link is valid for ${MAX_EVIDENCE_LINK_DAYS} days at most`),
  passcode: z
    .string()
    .min(MIN_PASSCODE_LENGTH, `The passcode needs at least ${MIN_PASSCODE_LENGTH} characters`)
    .max(100)
    .refine(
      (passcode) => passcode.replaceAll(/\s/g, "").length >= MIN_PASSCODE_LENGTH,
      `The passcode needs at least ${MIN_PASSCODE_LENGTH} characters that are not spaces`,
    )
    .optional(),
});
export type NewEvidenceLink = z.infer<typeof newEvidenceLinkSchema>;

export type EvidenceLink = {
  sid: string;
  name: string;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  hasPasscode: boolean;
  revokedAt: string | null;
  /** How often it was opened, and when last. */
  opens: number;
  lastOpenedAt: string | null;
  state: EvidenceLinkState;
};

export type EvidenceLinkState = "open" | "expired" | "revoked";

export function evidenceLinkState(
  { revokedAt, expiresAt }: Pick<EvidenceLink, "revokedAt" | "expiresAt">,
  now: Date,
): EvidenceLinkState {
  if (revokedAt !== null) return "revoked";
  return Date.parse(expiresAt) <= now.getTime() ? "expired" : "open";
}
