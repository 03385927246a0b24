import type { Outcome } from "@precount/domain";
import { ProcessError } from "@precount/photos";
import type { z } from "zod";
import { TRPCError } from "@trpc/server";
import { StorageError } from "../storage/blob-store.ts";

export type ErrorCode = TRPCError["code"];

/**
 * What goes wrong by the rules, in words for the person who asked. Thrown anywhere in the server; RPC and
 * direct HTTP both answer it with its code and message (decision 58). `details` travels along for
 * programs, such as the current value at a CONFLICT.
 */
export class AppError extends TRPCError {
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super({ code, message, ...(options.cause !== undefined && { cause: options.cause }) });
    this.name = "AppError";
    this.details = options.details ?? null;
  }
}

const CODE_OF_REFUSAL = { forbidden: "FORBIDDEN", invalid: "BAD_REQUEST" } as const;

/** The one place where a rule's refusal becomes an error: a wrong state unless the rule says what else it is. */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.kind ? CODE_OF_REFUSAL[outcome.kind] : "PRECONDITION_FAILED", outcome.reason);
}

/** What was sent, as its schema makes it; else BAD_REQUEST with the schema's words, as RPC says them. */
export function orInvalid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("BAD_REQUEST", "Invalid form values", { cause: parsed.error });
}

export const notFound = (what: string): AppError =>
  new AppError("NOT_FOUND", `This ${what} does not exist, or you may not see it.`);

/** PostgreSQL's and the socket's ways to say that it is away or starting. */
const AWAY_CODES = /^(08\d{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error/;

/** Whether an error, or what caused it, means that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isFromDriver = "code" in cause && typeof cause.code === "string" && AWAY_CODES.test(cause.code);
    if (isFromDriver && !("path" in cause)) return true;
    if (AWAY_WORDS.test(cause.message)) return true;
    if (isFromDriver && "syscall" in cause && cause.syscall === "connect") return true;
  }
  return false;
}

/** PostgreSQL's code for a disk that is full, and the system's own. */
const FULL_CODES = /^(53100|ENOSPC|EDQUOT)$/;

/**
 * Nobody's mistake, and over sooner or later: the database away, a disk that is full, a store or a model server that does not
 * answer. Null for any other error. Work that fails by it is tried again for as long as it takes.
 */
export function notNow(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = cause instanceof ProcessError ? cause.systemCode : "code" in cause ? cause.code : null;
    const isFull = typeof code === "string" && FULL_CODES.test(code);
    const refusal = isFull ? new StorageError("full", cause) : cause;
    if (cause instanceof ProcessError && cause.kind === "unavailable")
      return new AppError("SERVICE_UNAVAILABLE", cause.message, { cause });
    if (refusal instanceof StorageError)
      return new AppError("SERVICE_UNAVAILABLE", refusal.message, { cause: refusal.cause });
  }
  return isDatabaseAway(error) ? databaseAway(error) : null;
}

/** What a client that is told SERVICE_UNAVAILABLE waits before it tries again. */
export const RETRY_AFTER_S = 2;

/** PostgreSQL's words for text that it cannot hold, in a column and in JSON: a NUL, in most cases. */
const UNSTORABLE_CODES = /^(22021|22P05)$/;

export function isUnstorable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && UNSTORABLE_CODES.test(cause.code)) return true;
  }
  return false;
}

export const unstorable = (cause: unknown): AppError =>
  new AppError("BAD_REQUEST", "This text holds a character that cannot be kept. Type it anew instead of pasting it.", {
    cause,
  });

const databaseAway = (cause: unknown): AppError =>
  new AppError("SERVICE_UNAVAILABLE", "The database cannot be reached right now. Please try again in a moment.", {
    cause,
  });
