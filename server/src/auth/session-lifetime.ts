/** Decision 43: absolute, not sliding. */
export const SESSION_MS = 12 * 3_600_000;
export const REMEMBERED_SESSION_MS = 7 * 24 * 3_600_000;
