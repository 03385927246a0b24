/** Of the driver's and the system's errors, what names no value that somebody typed: `detail`, `where` and `params` hold rows. */
const NAMED_FACTS = ["code", "kind", "severity", "table", "constraint", "routine", "syscall", "statusCode"] as const;
const MOST_CAUSES = 5;

export type SanitizedError = {
  type: string;
  message: string;
  /** Its frames alone, a line each. */
  stack: string;
  cause?: SanitizedError;
} & { [fact in (typeof NAMED_FACTS)[number]]?: string | number };

/** What of an error may be written down: a failed query's values stay out. */
export function sanitizeError(error: unknown, depth = 0): SanitizedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const facts: SanitizedError = { type: error.name, message: withoutValues(error.message), stack: framesOf(error) };
  for (const name of NAMED_FACTS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") facts[name] = value;
  }
  return error.cause instanceof Error && depth < MOST_CAUSES
    ? { ...facts, cause: sanitizeError(error.cause, depth + 1) }
    : facts;
}

/** Drizzle puts a failed query's values behind its text. */
const withoutValues = (message: string): string => message.split("\nparams: ")[0] ?? "";

/** A stack begins with the error's name and message, which may look like frames. */
function framesOf({ stack = "", message }: Error): string {
  const start = message === "" ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(start)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
