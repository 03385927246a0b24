import { MESSAGES } from "@precount/domain";
import type { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { AppError, isUnstorable, notNow, unstorable } from "../errors/app-error.ts";

/** zod's own words need the field's name before them; the specification's messages stand alone. */
const ZODS_OWN_WORDS = /^(Invalid (input|option|key|union|discriminator|ISO)|Too (big|small)|Unrecognized key)/;

/** A person-readable line for input that does not fit. */
function zodMessage(error: ZodError): string {
  const lines = error.issues.map(({ path, message }) =>
    ZODS_OWN_WORDS.test(message) && path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  return [...new Set(lines)].join("\n");
}

/** What of an error leaves the house: its message and, for programs, details. Never a stack. */
export function publicError(error: TRPCError): { message: string; details: unknown } {
  if (error.cause instanceof ZodError && error.code === "BAD_REQUEST") {
    return {
      message: zodMessage(error.cause),
      details: error.cause.issues.map(({ path, message }) => ({ path, message })),
    };
  }
  if (error.code === "INTERNAL_SERVER_ERROR") return { message: MESSAGES.serverError, details: null };
  return { message: error.message, details: error instanceof AppError ? error.details : null };
}

/** An unexpected error that has a better name. */
export function namedError(error: TRPCError): TRPCError {
  if (error.code !== "INTERNAL_SERVER_ERROR") return error;
  if (isUnstorable(error.cause)) return unstorable(error.cause);
  return notNow(error.cause) ?? error;
}
