/** Absolute lifetimes; use does not extend them (PD-43). */
export const SESSION_MS = 12 * 3_600_000;
export const REMEMBERED_SESSION_MS = 7 * 24 * 3_600_000;
