import { type TRPCError, getTRPCErrorFromUnknown } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { recordRefusal } from "../audit/record-refusal.ts";
import { AppError, type ErrorCode } from "../errors/app-error.ts";
import { toKnownError, toPublicError } from "../errors/public-error.ts";
import type { Services } from "../operations/context.ts";
import { reportError } from "../telemetry/report-error.ts";
import { auditedRequest } from "./audited-request.ts";

/** Codes for Fastify's own errors, such as a body that is too large. They have a status but no code of ours. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "BAD_REQUEST",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
};

/** Any thrown error as one with a code. */
export function toTrpcError(error: unknown): TRPCError {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  const code = typeof status === "number" ? CODE_OF_STATUS[status] : undefined;
  if (code && error instanceof Error) return new AppError(code, error.message, { cause: error });
  return toKnownError(getTRPCErrorFromUnknown(error));
}

/** Answers every error of direct HTTP as `{code, message}` with the status of the code (PD-58). */
export function handleErrors(app: FastifyInstance, { db }: Pick<Services, "db">): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = toTrpcError(error);
    const call = auditedRequest(request, `http.${request.method.toLowerCase()}`, "refusal");
    await recordRefusal({ db, log: request.log }, call, known);
    const status = getHTTPStatusCodeFromError(known);
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    if (known.code === "INTERNAL_SERVER_ERROR")
      reportError(error, `${request.method} ${request.routeOptions.url ?? "?"}`);
    if (known instanceof AppError && known.retryAfterS !== null) void reply.header("retry-after", known.retryAfterS);
    const { message, details } = toPublicError(known);
    return reply.code(status).send({
      code: known.code,
      message,
      ...(details !== null && { details }),
      // An operator finds the failure in the log by it.
      ...(status >= 500 && { requestId: request.id }),
    });
  });
}
