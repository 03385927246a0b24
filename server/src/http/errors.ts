import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { recordRefusal } from "../audit/record-refusal.ts";
import { AppError } from "../errors/app-error.ts";
import { ERROR_STATUSES, type ErrorCode } from "../errors/error-codes.ts";
import { type ErrorAnswer, toAppError, toPublicError } from "../errors/public-error.ts";
import type { Services } from "../operations/context.ts";
import { reportError } from "../telemetry/report-error.ts";
import { auditedRequest } from "./audited-request.ts";
import { isOpenedInTab, sendErrorPage } from "./error-page.ts";

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

/** Any error that a route has thrown, Fastify's own included. */
export function toRouteError(error: unknown): AppError {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  const code = typeof status === "number" ? CODE_OF_STATUS[status] : undefined;
  if (code && error instanceof Error) return new AppError(code, error.message, { cause: error });
  return toAppError(error);
}

/**
 * Answers every error of direct HTTP as `{code, message}` with the status of the code (PD-58), and to a browser tab as a page.
 * @param format the form of the answers of other routes than direct HTTP
 */
export function handleErrors(
  app: FastifyInstance,
  { db }: Pick<Services, "db">,
  format?: (answer: ErrorAnswer) => object,
): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = toRouteError(error);
    const call = auditedRequest(request, `http.${request.method.toLowerCase()}`, "refusal");
    await recordRefusal({ db, log: request.log }, call, known);
    const status = ERROR_STATUSES[known.code];
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    if (known.code === "INTERNAL_SERVER_ERROR")
      reportError(error, `${request.method} ${request.routeOptions.url ?? "?"}`);
    if (known.retryAfterS !== null) void reply.header("retry-after", known.retryAfterS);
    const { message, details } = toPublicError(known);
    const answer: ErrorAnswer = {
      code: known.code,
      message,
      ...(details !== null && { details }),
      // An operator finds the failure in the log by it.
      ...(status >= 500 && { requestId: request.id }),
    };
    void reply.code(status);
    if (format) return reply.send(format(answer));
    return isOpenedInTab(request) ? sendErrorPage(reply, answer) : reply.send(answer);
  });
}
