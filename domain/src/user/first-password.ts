/** The generated password of the first admin is valid this long, unless they replace it (PD-177). */
export const FIRST_PASSWORD_DAYS = 7;

const DAY_MS = 24 * 3_600_000;

export const firstPasswordExpiry = (madeAt: Date): Date => new Date(madeAt.getTime() + FIRST_PASSWORD_DAYS * DAY_MS);

/** @param expiresAt null for a password that a person or the operator has chosen: those never expire */
export const isPasswordExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now;
