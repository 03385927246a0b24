/** For queries of single images: reviewing four hundred photos must not keep them all in memory, but going back stays fast. */
export const IMAGE_CACHE_OPTIONS = { gcTime: 30_000 } as const;
