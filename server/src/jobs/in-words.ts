import { ProcessError } from "@precount/photos";
import { notNow } from "../errors/app-error.ts";
import { BlobMissingError } from "../storage/blob-store.ts";

/** Errors of the child processes and the store are sentences for people; others are ours, and said so. */
export function inWords(error: unknown, ours: string): string {
  const refusal = notNow(error);
  if (refusal !== null) return refusal.message;
  const isForPeople = error instanceof ProcessError || error instanceof BlobMissingError;
  return isForPeople ? error.message : `${ours} Its log says more.`;
}

/** The job is none the worse: this worker stops, and another one takes it up. */
export const isOfOurEnd = (error: unknown): boolean => error instanceof ProcessError && error.kind === "closed";
