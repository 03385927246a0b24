import type { FastifyBaseLogger } from "fastify";

/** The logger, under a name that does not tie operations to the HTTP server. */
export type Log = FastifyBaseLogger;
