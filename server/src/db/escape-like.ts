/** Escapes the wildcards of a text for SQL's `like` and `ilike`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A pattern that matches every text that contains `search`. */
export const containsPattern = (search: string): string => `%${escapeLike(search)}%`;
