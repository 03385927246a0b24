/** For every query of an image: a walk through four hundred photos leaves none behind; going back and forth they stay. */
export const IMAGE_CACHE_OPTIONS = { gcTime: 30_000 } as const;
