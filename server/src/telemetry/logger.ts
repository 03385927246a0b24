import type { FastifyServerOptions } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { sanitizeError } from "./sanitize-error.ts";
import { currentWork } from "./work-context.ts";

/** Marks request loggers. Their lines already have the request id, also in code that runs outside the request's work context. */
const IS_REQUEST_LOGGER = Symbol("request logger");

/** Logs JSON lines with the ids of the current request or job to stderr; stdout is for the messages of `precount serve`. */
export function createLogger(
  config: Pick<Config, "logLevel">,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level: config.logLevel,
      mixin: (_line, _level, logger) => {
        const { requestId, jobId, queue, attempt } = currentWork() ?? {};
        return {
          ...(requestId !== undefined && !(IS_REQUEST_LOGGER in logger) && { requestId }),
          ...(jobId !== undefined && { jobId, queue, attempt }),
        };
      },
      serializers: { err: sanitizeError },
      redact: {
        paths: [
          "req.headers.cookie",
          "req.headers.authorization",
          "req.headers['x-session-id']",
          "*.password",
          "*.token",
        ],
        censor: "[hidden]",
      },
    },
    destination,
  );
}

/** Fastify's factory for request loggers. */
export const loggerOfRequest: NonNullable<FastifyServerOptions["childLoggerFactory"]> = (logger, bindings, options) =>
  Object.assign(logger.child(bindings, options), { [IS_REQUEST_LOGGER]: true });
