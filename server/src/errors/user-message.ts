import { ProcessError } from "@precount/forked-process";
import { BlobMissingError } from "./storage-error.ts";
import { asTransientError } from "./transient-error.ts";

/**
 * The message of a failed job for people. Errors of the child processes and of the store are sentences for people; any other error is a
 * fault of the server and is described by `fallback`.
 */
export function toUserMessage(error: unknown, fallback: string): string {
  const transient = asTransientError(error);
  if (transient !== null) return transient.message;
  const isForPeople = error instanceof ProcessError || error instanceof BlobMissingError;
  return isForPeople ? error.message : `${fallback} The server's log says more.`;
}

/** Whether a job stopped because its worker shuts down. Another worker takes the job over, and the attempt does not count. */
export const isWorkerShutdown = (error: unknown): boolean => error instanceof ProcessError && error.kind === "closed";
