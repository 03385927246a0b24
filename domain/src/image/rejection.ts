import { z } from "zod";

/** Why a photo is rejected (PD-72). `other` needs a note. */
export const REJECT_REASONS = ["blurred", "duplicate", "wrong_place", "other"] as const;
export const rejectReasonSchema = z.enum(REJECT_REASONS);
export type RejectReason = z.infer<typeof rejectReasonSchema>;

export const REJECT_REASON_TITLES: Readonly<Record<RejectReason, string>> = {
  blurred: "Blurred",
  duplicate: "Duplicate",
  wrong_place: "Wrong place",
  other: "Other",
};

export const MAX_REJECT_NOTE_LENGTH = 200;
const noteSchema = z.string().trim().min(1).max(MAX_REJECT_NOTE_LENGTH);

/** The reason of a rejected image; `note` is the user's own text. */
export const rejectionSchema = z.object({ reason: rejectReasonSchema, note: noteSchema.nullable() });
export type Rejection = z.infer<typeof rejectionSchema>;

/** The fields of a call that rejects. Both are optional: the specification's call names only the image. */
export const rejectionFields = { reason: rejectReasonSchema.optional(), note: noteSchema.optional() };
export type RejectionInput = { reason?: RejectReason | undefined; note?: string | undefined };

/** Message when `other` comes without a note, or a note without a reason. */
export const REJECTION_INCOMPLETE = "Give a reason, and for 'other' a note.";
export const isRejectionComplete = ({ reason, note }: RejectionInput): boolean =>
  reason === undefined ? note === undefined : reason !== "other" || note !== undefined;

/** The reason in words: the user's note, else the reason's title. */
export const rejectionText = ({ reason, note }: Rejection): string => note ?? REJECT_REASON_TITLES[reason];
