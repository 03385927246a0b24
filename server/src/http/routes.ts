import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { downloadRoutes } from "./downloads/routes.ts";
import { experimentRoutes } from "./experiments.ts";
import { liveRoute } from "./live-events.ts";
import { openApiRoute } from "./openapi/route.ts";
import { pictureRoutes } from "./image-files.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { uploadRoute } from "./upload/route.ts";
import type { Services } from "../operations/context.ts";

/** Direct HTTP: everything that is not RPC and not a page. Each feature registers its own. */
export async function registerRoutes(app: FastifyInstance, services: Services, registry: Registry): Promise<void> {
  await uploadRoute(app, services);
  await taskRoutes(app, services);
  await experimentRoutes(app, services);
  pictureRoutes(app, services);
  liveRoute(app, services, { registry });
  downloadRoutes(app, services);
  openApiRoute(app, services);
}
