import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import fastifyCookie from "@fastify/cookie";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import { type FastifyInstance, LogController, fastify } from "fastify";
import { POLICY_OF_DATA } from "./content-security-policy.ts";
import { cspReportRoute } from "./features/csp-report/route.ts";
import { serveHealth } from "./health.ts";
import { answerErrors } from "./http-errors.ts";
import { serveMetrics } from "./metrics.ts";
import { type AppRouter, appRouter } from "./router.ts";
import { registerRoutes } from "./routes.ts";
import { setSecurityHeaders } from "./security-headers.ts";
import type { Services } from "./services.ts";
import { serveSite } from "./static-site.ts";
import { createContext } from "./trpc/context.ts";

/** RPC inputs are small; photos go through the upload route, which sets its own limit. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/** A phone that went out of reach in the middle of an upload would hold its half-written file for ever; live events beat every 15 s. */
const SILENT_CONNECTION_MS = 120_000;
/** Decision 1. */
const RPC_PREFIXES = ["/trpc", "/api/trpc"];

/** The whole HTTP side, not listening yet: RPC, direct routes, the web app's pages. */
export async function createApi(services: Services): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: services.log,
    // One line when it is done, below, instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: SILENT_CONNECTION_MS,
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 5000 },
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      answerUnreadable(reply.raw);
    },
  });
  await setSecurityHeaders(app, services.config);
  await app.register(fastifyCookie);
  answerErrors(app, services);
  logRequests(app);
  await cspReportRoute(app, serveMetrics(app));
  serveHealth(app, services);
  for (const prefix of RPC_PREFIXES) await serveRpc(app, prefix, services);
  await registerRoutes(app, services);
  await serveSite(app, services.config);
  return app;
}

/** An address that cannot be read reaches no hook, so its answer brings its headers along. */
function answerUnreadable(response: ServerResponse): void {
  response.writeHead(400, {
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": POLICY_OF_DATA,
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify({ code: "BAD_REQUEST", message: "This address cannot be read." }));
}

async function serveRpc(app: FastifyInstance, prefix: string, services: Services): Promise<void> {
  const options: FastifyTRPCPluginOptions<AppRouter> = {
    prefix,
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res }) => createContext(services, req, res),
      onError: ({ error, path, ctx }) => {
        const log = ctx?.log ?? services.log;
        if (error.code === "INTERNAL_SERVER_ERROR")
          log.error({ err: error.cause ?? error, path }, "a procedure failed");
        else log.debug({ code: error.code, path, reason: error.message }, "a procedure refused");
      },
      // Answers hold what only this person may see.
      responseMeta: () => ({ headers: new Headers({ "cache-control": "no-store" }) }),
    },
  };
  await app.register(fastifyTRPCPlugin, options);
}

function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const entry = {
      method: request.method,
      url: request.url.split("?")[0],
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.warn(entry, "request");
    else if (request.method === "GET") request.log.debug(entry, "request");
    else request.log.info(entry, "request");
    done();
  });
}
