import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** JSON lines on stderr: stdout belongs to what `precount serve` tells the person who started it. */
export function createLogger(config: Pick<Config, "logLevel">): Logger {
  return pino(
    {
      level: config.logLevel,
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
    pino.destination({ dest: 2, sync: false }),
  );
}
