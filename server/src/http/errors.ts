import { type TRPCError, getTRPCErrorFromUnknown } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { draftOfRoute } from "../audit/of-call.ts";
import { recordRefusal } from "../audit/refusals.ts";
import { sessionOf } from "../auth/sessions.ts";
import { AppError, type ErrorCode, RETRY_AFTER_S } from "../errors/app-error.ts";
import type { Services } from "../processes/services.ts";
import { reportError } from "../telemetry/report-error.ts";
import { namedError, publicError } from "../rpc/errors.ts";

/** Fastify's own refusals (body too large, broken JSON …) have a status and no code of ours. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "BAD_REQUEST",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
};

function asTRPCError(error: unknown): TRPCError {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  const code = typeof status === "number" ? CODE_OF_STATUS[status] : undefined;
  if (code && error instanceof Error) return new AppError(code, error.message, { cause: error });
  return namedError(getTRPCErrorFromUnknown(error));
}

/** Direct HTTP answers every error as `{code, message}` with the fitting status (decision 58). */
export function answerErrors(app: FastifyInstance, { db }: Pick<Services, "db">): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = asTRPCError(error);
    const draft = draftOfRoute(request, `http.${request.method.toLowerCase()}`, "refusal");
    await recordRefusal({ db, log: request.log }, { ...draft, actor: sessionOf(request) }, known);
    const status = getHTTPStatusCodeFromError(known);
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    if (known.code === "INTERNAL_SERVER_ERROR")
      reportError(error, `${request.method} ${request.routeOptions.url ?? "?"}`);
    if (known.code === "SERVICE_UNAVAILABLE") void reply.header("retry-after", RETRY_AFTER_S);
    const { message, details } = publicError(known);
    return reply.code(status).send({
      code: known.code,
      message,
      ...(details !== null && { details }),
      // By which whoever runs the server finds what happened.
      ...(status >= 500 && { requestId: request.id }),
    });
  });
}
