/** Properties of driver and system errors that are safe to log. `detail`, `where` and `params` are not: they contain row values. */
const SAFE_PROPERTIES = [
  "code",
  "kind",
  "severity",
  "table",
  "constraint",
  "routine",
  "syscall",
  "statusCode",
] as const;
const MAX_CAUSES = 5;

export type SanitizedError = {
  type: string;
  message: string;
  /** Stack frames only, one per line. */
  stack: string;
  cause?: SanitizedError;
} & { [property in (typeof SAFE_PROPERTIES)[number]]?: string | number };

/** The parts of an error that are safe to log: without the values of a failed query. */
export function sanitizeError(error: unknown, depth = 0): SanitizedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const sanitized: SanitizedError = {
    type: error.name,
    message: shortenQuery(error.message),
    stack: framesOf(error),
  };
  for (const name of SAFE_PROPERTIES) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") sanitized[name] = value;
  }
  return error.cause instanceof Error && depth < MAX_CAUSES
    ? { ...sanitized, cause: sanitizeError(error.cause, depth + 1) }
    : sanitized;
}

/** Drizzle's message is the query and its values. The database's reason is in `cause`. */
const FAILED_QUERY = "Failed query: ";
/** Enough to recognize a query. Some have 5 kB, and a full disk fails all of them. */
const MAX_QUERY_LENGTH = 100;

/** A message without the values of a failed query, and with the start of its text only. */
function shortenQuery(message: string): string {
  const [text = ""] = message.split("\nparams: ");
  const maxLength = FAILED_QUERY.length + MAX_QUERY_LENGTH;
  return text.startsWith(FAILED_QUERY) && text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The frames of a stack, without the name and message at its start, which may contain lines that look like frames. */
function framesOf({ stack = "", message }: Error): string {
  const start = message === "" ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(start)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
