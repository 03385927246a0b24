import { TRPCError } from "@trpc/server";
import { AppError } from "../errors/app-error.ts";
import { toAppError } from "../errors/public-error.ts";

/** The error of the operation, or tRPC's own refusal, such as an input that its schema does not accept. */
export function fromTrpcError(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  // tRPC gives this code to every error that is not its own.
  if (error.code === "INTERNAL_SERVER_ERROR") return toAppError(error.cause ?? error);
  if (error.cause instanceof SyntaxError)
    return new AppError(error.code, `The input is not valid JSON: ${error.message}`, { cause: error.cause });
  return new AppError(error.code, error.message, { cause: error.cause });
}

/** The error as tRPC answers it. */
export const toTrpcError = (error: AppError): TRPCError =>
  new TRPCError({ code: error.code, message: error.message, cause: error });
