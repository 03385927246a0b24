import { fileErrorReason } from "./file-error-reason.ts";
import { isDatabaseUnavailable } from "./transient-error.ts";
import { OperatorError } from "./operator-error.ts";
import { StorageError } from "./storage-error.ts";

type SystemError = Error & { code: string; syscall?: string; path?: string; port?: number; address?: string };

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** PostgreSQL's codes for a refused user, a missing database, missing rights and a read-only server. */
const REFUSAL_CODES = /^(28...|3D000|42501|25006)$/;

/** One line for the operator that says what to change. Null for errors that only a stack explains. */
export function operatorMessage(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  if (isDatabaseUnavailable(error))
    return "The database cannot be reached. Check DATABASE_URL and that PostgreSQL runs there.";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const message = isSystemError(cause) ? systemErrorMessage(cause) : null;
    if (message !== null) return message;
  }
  // Its message is for users, so it comes last.
  return error instanceof StorageError ? error.message : null;
}

function systemErrorMessage(error: SystemError): string | null {
  const { code, message, syscall, path, port, address } = error;
  if (syscall === "listen") {
    if (code === "EADDRINUSE" && port !== undefined)
      return `Port ${port} is taken by another program. Stop it, or choose another: precount serve --port ${port + 1}`;
    if (code === "EACCES") return "PORT: this user may only take ports from 1024 on.";
    return `HOST: this machine does not have the address ${address ?? "that is set"} (${code}).`;
  }
  if (code === "53100") return `The disk of the database is full (${message}). Free space and run the command again.`;
  if (REFUSAL_CODES.test(code)) return `The database of DATABASE_URL refuses: ${message}.`;
  const reason = fileErrorReason(error);
  // A failed write does not name its file.
  if (code === "ENOSPC" || code === "EDQUOT") return `${path ?? "A file"} cannot be written: ${reason}.`;
  if (code === "ENOENT" && syscall === "mkdir" && path !== undefined)
    return `${path} cannot be created: its folder takes no new folders.`;
  // A missing file that the operator has not named is a defect of Precount.
  return path === undefined || reason === null || code === "ENOENT" ? null : `${path} cannot be used: ${reason}.`;
}
