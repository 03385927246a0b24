/**
 * Upload limits (PD-15): more than the largest phone and mirrorless cameras produce. The decoder must hold the image
 * in memory.
 */
export const MAX_PHOTO_BYTES = 100 * 1024 * 1024;
export const MAX_PHOTO_PIXELS = 100_000_000;

/** File types in the browser's picker. The server only trusts the bytes. */
export const PHOTO_FORMATS = ["jpeg", "png", "webp", "tiff", "avif", "heic"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
export const PHOTO_ACCEPT = "image/jpeg,image/png,image/webp,image/tiff,image/avif,image/heic,image/heif,.heic,.heif";
