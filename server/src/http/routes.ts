import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { datasetRoutes } from "./dataset-routes.ts";
import { downloadRoutes } from "./downloads/routes.ts";
import { experimentRoutes } from "./experiments.ts";
import { itemImportRoutes } from "./item-import.ts";
import { learningRoutes } from "./learning-routes.ts";
import { liveEventsRoute } from "./live-events.ts";
import type { Procedure } from "./openapi/document.ts";
import { openApiRoute } from "./openapi/route.ts";
import { evidenceFileRoutes } from "./evidence-files.ts";
import { imageFileRoutes } from "./image-files.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { rawUploadRoute } from "./upload/raw-route.ts";
import { uploadRoute } from "./upload/route.ts";
import { verifyRoute } from "./verify.ts";
import type { Services } from "../operations/context.ts";

type Given = {
  registry: Registry;
  /** The RPC procedures, for the OpenAPI document. */
  procedures: Readonly<Record<string, Procedure>>;
};

/** Registers every direct HTTP route: everything that is neither RPC nor a page. */
export async function registerRoutes(
  app: FastifyInstance,
  services: Services,
  { registry, procedures }: Given,
): Promise<void> {
  await uploadRoute(app, services);
  await rawUploadRoute(app, services);
  await taskRoutes(app, services);
  await experimentRoutes(app, services);
  await itemImportRoutes(app, services);
  await datasetRoutes(app, services);
  await verifyRoute(app, services);
  imageFileRoutes(app, services);
  evidenceFileRoutes(app, services);
  liveEventsRoute(app, services, { registry });
  learningRoutes(app, services);
  downloadRoutes(app, services);
  openApiRoute(app, services, procedures);
}
