import type { FastifyInstance } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import { requireSession } from "../../auth/require-session.ts";
import type { Services } from "../../operations/context.ts";
import { type Procedure, openApiDocument } from "./document.ts";

/** GET /api/openapi.json: the calls and direct routes, for programs and for the page that shows them. */
export function openApiRoute(
  app: FastifyInstance,
  services: Services,
  procedures: Readonly<Record<string, Procedure>>,
): void {
  let document: object | undefined;
  app.get("/api/openapi.json", async (request, reply) => {
    await requireSession(services, request, "signed-in");
    document ??= openApiDocument(packageJson.version, procedures);
    return reply.send(document);
  });
}
