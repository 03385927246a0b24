import type { FastifyServerOptions } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { sanitizeError } from "./sanitize-error.ts";
import { currentWork } from "./work-context.ts";

/** Marks the loggers of requests: their lines name the request already, also where nobody knows any more what is at hand. */
const OF_REQUEST = Symbol("of a request");

/** JSON lines on stderr: stdout belongs to what `precount serve` tells the person who started it. Each names the request or job that it is of. */
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
          ...(requestId !== undefined && !(OF_REQUEST in logger) && { requestId }),
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

/** How Fastify makes a request's logger. */
export const loggerOfRequest: NonNullable<FastifyServerOptions["childLoggerFactory"]> = (logger, bindings, options) =>
  Object.assign(logger.child(bindings, options), { [OF_REQUEST]: true });
