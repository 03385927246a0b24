import { addPasswordMetrics } from "../auth/password-metrics.ts";
import { addStorageMetrics } from "../storage/storage-metrics.ts";
import type { ServerResponse } from "node:http";
import fastifyCookie from "@fastify/cookie";
import { type FastifyInstance, LogController, fastify } from "fastify";
import type { Config } from "../config/config.ts";
import { POLICY_OF_DATA } from "../http/content-security-policy.ts";
import { cspReportRoute } from "../http/csp-report/route.ts";
import { limitSlowBodies } from "../http/slow-bodies.ts";
import { serveHealth } from "../http/health.ts";
import { handleErrors } from "../http/errors.ts";
import { loggerOfRequest } from "../telemetry/logger.ts";
import { registerRoutes } from "../http/routes.ts";
import { setSecurityHeaders } from "../http/security-headers.ts";
import type { Services } from "../operations/context.ts";
import { serveSite } from "../http/static-site.ts";
import { trackRequests } from "../telemetry/track-requests.ts";
import { createCallMetrics, addRequestMetrics } from "../telemetry/http-metrics.ts";
import { type MetricValues, PROMETHEUS, createRegistry, formatMetrics } from "../telemetry/process-metrics.ts";
import { requestIdOf } from "../telemetry/request-id.ts";
import { addWorkMetrics } from "./work-metrics.ts";

import { serveRpc } from "../rpc/serve-rpc.ts";
import { listProcedures } from "../rpc/list-procedures.ts";

/** RPC inputs are small. The upload routes set their own limits. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/**
 * Silent connections are closed after this. A phone that loses its network during an upload would otherwise keep its half-written file
 * open forever. Live event streams send a heartbeat every 15 s.
 */
const CONNECTION_TIMEOUT_MS = 120_000;

export type ApiOptions = {
  /** Metrics of the worker that this process supervises. */
  workerMetrics?: () => Promise<MetricValues>;
};

/** The HTTP server with RPC, direct routes and the web app's pages. It does not listen yet. */
export async function createApi(services: Services, options: ApiOptions = {}): Promise<FastifyInstance> {
  const app = createServer(services);
  await setSecurityHeaders(app, services.config);
  await app.register(fastifyCookie);
  handleErrors(app, services);
  trackRequests(app);
  limitSlowBodies(app, services.log);
  closeConnectionsWhileStopping(app, services);
  const registry = createRegistry("api", services.pool);
  addStorageMetrics(registry, "api");
  addPasswordMetrics(registry);
  addRequestMetrics(app, registry);
  addWorkMetrics(registry, services);
  await cspReportRoute(app, registry);
  app.get("/api/metrics", async (_request, reply) => {
    const values = await Promise.all([registry.getMetricsAsJSON(), options.workerMetrics?.() ?? []]);
    return reply.type(PROMETHEUS).send(await formatMetrics(values));
  });
  serveHealth(app, services);
  await serveRpc(app, { ...services, countCall: createCallMetrics(registry) }, (scope, format) =>
    handleErrors(scope, services, format),
  );
  await registerRoutes(app, services, { registry, procedures: listProcedures() });
  await serveSite(app, services.config);
  return app;
}

/** With a certificate the server speaks only HTTPS. Fastify's types differ by the server's class, on which nothing here depends. */
const createServer = ({ config, log }: Services): FastifyInstance =>
  fastify({
    ...(config.tls && { https: config.tls }),
    loggerInstance: log,
    // trackRequests logs one line per request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: isTrustedProxy(config),
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    childLoggerFactory: loggerOfRequest,
    forceCloseConnections: "idle",
    // Requests that arrive on an open connection during shutdown are still answered, so that a proxy need not repeat them.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 5000 },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      answerMalformedUrl(reply.raw, request.id);
    },
  });

/**
 * Whether the sender `hop` steps away (0 is the nearest) is one of the operator's proxies, whose X-Forwarded-* headers count. With
 * Fastify's `true` any client could forge its address and so evade the limit of failed sign-ins. Fastify no longer takes a number.
 */
const isTrustedProxy =
  ({ trustProxy }: Pick<Config, "trustProxy">) =>
  (_address: string, hop: number): boolean =>
    hop < Number(trustProxy);

/** Answers a URL that cannot be parsed. No hook runs for it, so its headers are set here. */
function answerMalformedUrl(response: ServerResponse, requestId: string): void {
  response.writeHead(400, {
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": POLICY_OF_DATA,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  });
  response.end(JSON.stringify({ code: "BAD_REQUEST", message: "This address cannot be read." }));
}

/** Closes each connection with its answer: a later request on it would find the server gone. */
function closeConnectionsWhileStopping(app: FastifyInstance, { readiness }: Pick<Services, "readiness">): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (readiness.isStopping) void reply.header("connection", "close");
    done();
  });
}
