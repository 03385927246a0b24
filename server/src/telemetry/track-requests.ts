import type { FastifyInstance, FastifyRequest } from "fastify";
import { traceparentOf } from "./request-id.ts";
import { startSpan } from "./trace.ts";
import type { ActiveSpan } from "./tracer.ts";
import { type WorkContext, runWithWork } from "./work-context.ts";

/** Not traced: probes every few seconds, static files, and event streams, which last for hours. */
const NOT_TRACED = /^\/(?!api\/|trpc\/)|^\/api\/(health|ready|metrics)\b|\/events(\?|$)/;

type TrackedRequest = { work: WorkContext; span: ActiveSpan | null };

/**
 * Gives each request an id that is in its response header and in all its log lines, logs one line when it ends, and traces it
 * as a span while tracing is on.
 */
export function trackRequests(app: FastifyInstance): void {
  const tracked = new WeakMap<FastifyRequest, TrackedRequest>();
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    const parent = traceparentOf(request.headers);
    const span = NOT_TRACED.test(request.url) ? null : startSpan(request.method, { kind: "server", parent });
    const work = { requestId: request.id, ...(span && { traceparent: span.traceparent }) };
    tracked.set(request, { work, span });
    runWithWork(work, done);
  });
  // The last chunk of a body is delivered by the socket, outside the request's work context: enter it again.
  app.addHook("preHandler", (request, _reply, done) => runWithWork(tracked.get(request)?.work ?? {}, done));
  app.addHook("onResponse", (request, reply, done) => {
    const { method, log } = request;
    const { statusCode: status } = reply;
    const entry = { method, url: request.url.split("?")[0], status, elapsedMs: Math.round(reply.elapsedTime) };
    if (status >= 500) log.warn(entry, "request");
    else if (method === "GET") log.debug(entry, "request");
    else log.info(entry, "request");
    // The route's pattern instead of the URL, which may contain names.
    const route = request.routeOptions.url ?? "none";
    tracked.get(request)?.span?.end({
      name: `${method} ${route}`,
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "precount.request_id": request.id,
      },
      isFailed: status >= 500,
    });
    done();
  });
}
