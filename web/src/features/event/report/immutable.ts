/** A report never changes: what was read of one is right for good. What went wrong is the screen's to say. */
export const IMMUTABLE = { staleTime: Number.POSITIVE_INFINITY, throwOnError: true } as const;
