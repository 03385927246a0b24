/** The code of an error of the operating system or of PostgreSQL, such as ENOENT. Undefined for other errors. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
