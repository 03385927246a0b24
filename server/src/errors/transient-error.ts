import { ProcessError } from "@precount/forked-process";
import { StorageError } from "./storage-error.ts";
import { AppError } from "./app-error.ts";
import { isDiskFullCode } from "./disk-full.ts";

/** Codes of PostgreSQL and of sockets while the database is unreachable or starting. */
const UNAVAILABLE_CODES =
  /^(08\d{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error/;

/** Whether the error or one of its causes means that the database cannot be reached now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const hasCode = "code" in cause && typeof cause.code === "string" && UNAVAILABLE_CODES.test(cause.code);
    // Errors of the file system share some codes and have a path.
    if (hasCode && !("path" in cause)) return true;
    if (UNAVAILABLE_MESSAGES.test(cause.message)) return true;
    // A missing Unix socket is ENOENT with a path.
    if (hasCode && "syscall" in cause && cause.syscall === "connect") return true;
  }
  return false;
}

/**
 * SERVICE_UNAVAILABLE for an outage that ends without a change to the request: the database is unreachable, a disk is full, a store
 * or a model server does not answer. Null for any other error. Jobs that fail with it are retried until it is over.
 */
export function asTransientError(error: unknown): AppError | null {
  if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProcessError && cause.kind === "unavailable")
      return new AppError("SERVICE_UNAVAILABLE", cause.message, { cause });
    const code = cause instanceof ProcessError ? cause.systemCode : "code" in cause ? cause.code : null;
    const storageError = isDiskFullCode(code) ? new StorageError("full", cause) : cause;
    if (storageError instanceof StorageError)
      return new AppError("SERVICE_UNAVAILABLE", storageError.message, { cause: storageError.cause });
  }
  return isDatabaseUnavailable(error) ? databaseUnavailableError(error) : null;
}

const databaseUnavailableError = (cause: unknown): AppError =>
  new AppError("SERVICE_UNAVAILABLE", "The database cannot be reached right now. Please try again in a moment.", {
    cause,
  });
