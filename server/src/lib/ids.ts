import { createId } from "@paralleldrive/cuid2";

/** A new cuid2: 24 lowercase alphanumerics (decision 3). */
export const newSid = (): string => createId();
