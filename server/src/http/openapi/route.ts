import type { FastifyInstance } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import { requireSession } from "../../auth/require-session.ts";
import { appRouter } from "../../rpc/router.ts";
import type { Services } from "../../operations/context.ts";
import { type Procedure, openApiDocument } from "./document.ts";

/** tRPC keeps what its procedures say of themselves under this name, with loose types. */
const DEFINITION = "_def";

/** GET /api/openapi.json: what there is to call, for programs and for the page that shows it. */
export function openApiRoute(app: FastifyInstance, services: Services): void {
  const procedures = Object.entries(appRouter[DEFINITION].procedures).map(([path, procedure]) => [
    path,
    // See DEFINITION.
    (procedure as unknown as Record<typeof DEFINITION, Procedure>)[DEFINITION],
  ]);
  let document: object | undefined;
  app.get("/api/openapi.json", async (request, reply) => {
    await requireSession(services, request, "signed-in");
    document ??= openApiDocument(packageJson.version, Object.fromEntries(procedures));
    return reply.send(document);
  });
}
