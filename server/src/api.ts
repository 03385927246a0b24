import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import fastifyCookie from "@fastify/cookie";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import { type FastifyInstance, type FastifyRequest, LogController, fastify } from "fastify";
import type { Config } from "./config.ts";
import { POLICY_OF_DATA } from "./content-security-policy.ts";
import { AppError, RETRY_AFTER_S } from "./errors.ts";
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
import { addWorkMetrics } from "./work-metrics.ts";

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
    trustProxy: isOwnProxy(services.config),
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
  const metrics = serveMetrics(app);
  addWorkMetrics(metrics, services);
  await cspReportRoute(app, metrics);
  serveHealth(app, services);
  for (const prefix of RPC_PREFIXES) await serveRpc(app, prefix, services);
  await registerRoutes(app, services);
  await serveSite(app, services.config);
  return app;
}

/**
 * Whether the nth sender before us, 0 for the nearest, is a proxy of ours, so that X-Forwarded-* of it is believed. To trust all of them,
 * as `true` means to Fastify, would let anybody write an address in front of the one that the proxy adds, and be somebody else with
 * every wrong password. (Fastify takes no number for this any more.)
 */
const isOwnProxy =
  ({ trustProxy }: Pick<Config, "trustProxy">) =>
  (_address: string, nth: number): boolean =>
    nth < Number(trustProxy);

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
      responseMeta: ({ errors }) => {
        const headers = new Headers({ "cache-control": "no-store" });
        if (errors.some(({ code }) => code === "SERVICE_UNAVAILABLE"))
          headers.set("retry-after", String(RETRY_AFTER_S));
        return { headers };
      },
    },
  };
  await app.register(async (rpc) => {
    rpc.addHook("onRequest", requireJson);
    await rpc.register(fastifyTRPCPlugin, options);
  });
}

/** Another site's form can send a body of the other types without asking first; and nothing here reads one. */
async function requireJson({ headers }: FastifyRequest): Promise<void> {
  const type = headers["content-type"];
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Calls take JSON: send it with the content type application/json.");
  }
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
