import { isDatabaseUnavailable } from "./transient-error.ts";
import { OperatorError } from "./operator-error.ts";
import { StorageError } from "./storage-error.ts";

type SystemError = Error & { code: string; syscall?: string; path?: string; port?: number; address?: string };

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** What a disk says when it is not to be used so; anything else of files is a fault of ours. */
const FILE_CODES = /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EISDIR|EEXIST)$/;
/** PostgreSQL's refusals of a person or a database, and of writing. */
const REFUSAL_CODES = /^(28...|3D000|42501|25006)$/;

/** What ended a command, for whoever runs it: one line that says what to change. Null for what only its stack can explain. */
export function operatorMessage(error: unknown): string | null {
  if (error instanceof OperatorError || error instanceof StorageError) return error.message;
  if (isDatabaseUnavailable(error))
    return "The database cannot be reached. Check DATABASE_URL and that PostgreSQL runs there.";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const words = isSystemError(cause) ? wordsOf(cause) : null;
    if (words !== null) return words;
  }
  return null;
}

function wordsOf(error: SystemError): string | null {
  const { code, message, syscall, path, port, address } = error;
  if (syscall === "listen") {
    if (code === "EADDRINUSE" && port !== undefined)
      return `Port ${port} is taken by another program. Stop it, or choose another: precount serve --port ${port + 1}`;
    if (code === "EACCES") return "PORT: this user may only take ports from 1024 on.";
    return `HOST: ${address ?? "it"} is no address of this machine (${code}).`;
  }
  if (REFUSAL_CODES.test(code)) return `The database of DATABASE_URL refuses: ${message}.`;
  if (path !== undefined && FILE_CODES.test(code)) return `${path} cannot be used: ${message.split(",", 1)[0]}.`;
  return null;
}
