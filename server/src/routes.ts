import type { FastifyInstance } from "fastify";
import type { Services } from "./services.ts";

/** Direct HTTP: everything that is not RPC and not a page. Each feature registers its own. */
export async function registerRoutes(_app: FastifyInstance, _services: Services): Promise<void> {}
