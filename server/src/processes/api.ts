import type { ServerResponse } from "node:http";
import fastifyCookie from "@fastify/cookie";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import { type FastifyInstance, type FastifyRequest, LogController, fastify } from "fastify";
import type { Config } from "../config/config.ts";
import { POLICY_OF_DATA } from "../http/content-security-policy.ts";
import { AppError, RETRY_AFTER_S } from "../errors/app-error.ts";
import { cspReportRoute } from "../http/csp-report/route.ts";
import { serveHealth } from "../http/health.ts";
import { answerErrors } from "../http/errors.ts";
import { loggerOfRequest } from "../telemetry/logger.ts";
import { type AppRouter, appRouter } from "../rpc/router.ts";
import { registerRoutes } from "../http/routes.ts";
import { setSecurityHeaders } from "../http/security-headers.ts";
import type { Services } from "./services.ts";
import { serveSite } from "../http/static-site.ts";
import { followRequests } from "../telemetry/follow-requests.ts";
import { countCalls, measureRequests } from "../telemetry/http-metrics.ts";
import { type Figures, PROMETHEUS, createRegistry, figuresAsText } from "../telemetry/process-metrics.ts";
import { reportError } from "../telemetry/report-error.ts";
import { requestIdOf } from "../telemetry/request-id.ts";
import { addWorkMetrics } from "../telemetry/work-metrics.ts";
import { type Context, createContext } from "../rpc/context.ts";

/** RPC inputs are small; photos go through the upload route, which sets its own limit. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/** A phone that went out of reach in the middle of an upload would hold its half-written file for ever; live events beat every 15 s. */
const SILENT_CONNECTION_MS = 120_000;
/** Decision 1. */
const RPC_PREFIXES = ["/trpc", "/api/trpc"];

export type ApiOptions = {
  /** Figures of a process that this one looks after. */
  figuresOfOther?: () => Promise<Figures>;
};

/** The whole HTTP side, not listening yet: RPC, direct routes, the web app's pages. */
export async function createApi(services: Services, other: ApiOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: services.log,
    // One line when it is done (followRequests) instead of two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: isOwnProxy(services.config),
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: SILENT_CONNECTION_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    childLoggerFactory: loggerOfRequest,
    forceCloseConnections: "idle",
    // What comes on an open connection in the last moment is answered, or a proxy would have to send it once more.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 5000 },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      answerUnreadable(reply.raw, request.id);
    },
  });
  await setSecurityHeaders(app, services.config);
  await app.register(fastifyCookie);
  answerErrors(app, services);
  followRequests(app);
  closeWhileStopping(app, services);
  const registry = createRegistry("api", services.pool);
  measureRequests(app, registry);
  addWorkMetrics(registry, services);
  await cspReportRoute(app, registry);
  app.get("/api/metrics", async (_request, reply) => {
    const figures = await Promise.all([registry.getMetricsAsJSON(), other.figuresOfOther?.() ?? []]);
    return reply.type(PROMETHEUS).send(await figuresAsText(figures));
  });
  serveHealth(app, services);
  const countCall = countCalls(registry);
  for (const prefix of RPC_PREFIXES) await serveRpc(app, prefix, { ...services, countCall });
  await registerRoutes(app, services, registry);
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
function answerUnreadable(response: ServerResponse, requestId: string): void {
  response.writeHead(400, {
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": POLICY_OF_DATA,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  });
  response.end(JSON.stringify({ code: "BAD_REQUEST", message: "This address cannot be read." }));
}

async function serveRpc(
  app: FastifyInstance,
  prefix: string,
  services: Services & Pick<Context, "countCall">,
): Promise<void> {
  const options: FastifyTRPCPluginOptions<AppRouter> = {
    prefix,
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res }) => createContext(services, req, res),
      onError: ({ error, path, ctx }) => {
        const log = ctx?.log ?? services.log;
        if (error.code === "INTERNAL_SERVER_ERROR") {
          log.error({ err: error.cause ?? error, path }, "a procedure failed");
          reportError(error.cause ?? error, path ?? "?");
        } else log.debug({ code: error.code, path, reason: error.message }, "a procedure refused");
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

/** The next request on the connection would come when nobody listens any more. */
function closeWhileStopping(app: FastifyInstance, { readiness }: Pick<Services, "readiness">): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (readiness.isStopping) void reply.header("connection", "close");
    done();
  });
}
