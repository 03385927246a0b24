import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { downloadRoutes } from "./features/downloads/routes.ts";
import { experimentRoutes } from "./features/experiment/routes.ts";
import { liveRoute } from "./features/live/route.ts";
import { openApiRoute } from "./features/openapi/route.ts";
import { pictureRoutes } from "./features/pictures/routes.ts";
import { taskRoutes } from "./features/task/routes.ts";
import { uploadRoute } from "./features/upload/route.ts";
import type { Services } from "./services.ts";

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
