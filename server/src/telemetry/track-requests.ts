import type { FastifyInstance, FastifyRequest } from "fastify";
import { traceparentOf } from "./request-id.ts";
import { type ActiveSpan, startSpan } from "./trace.ts";
import { type WorkContext, runWithWork } from "./work-context.ts";

/** Asked every few seconds by machines; files of the app, of which there is nothing to tell; streams, which last for hours. */
const NOT_TRACED = /^\/(?!api\/|trpc\/)|^\/api\/(health|ready|metrics)\b|\/events(\?|$)/;

type Followed = { work: WorkContext; span: ActiveSpan | null };

/** Each request has a number, in its answer and in every line that is logged for it; one line tells how it ended, and a span if somebody traces. */
export function trackRequests(app: FastifyInstance): void {
  const followed = new WeakMap<FastifyRequest, Followed>();
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    const parent = traceparentOf(request.headers);
    const span = NOT_TRACED.test(request.url) ? null : startSpan(request.method, { kind: "server", parent });
    const work = { requestId: request.id, ...(span && { traceparent: span.traceparent }) };
    followed.set(request, { work, span });
    runWithWork(work, done);
  });
  // A body's last piece comes from the socket, which knows of no request.
  app.addHook("preHandler", (request, _reply, done) => runWithWork(followed.get(request)?.work ?? {}, done));
  app.addHook("onResponse", (request, reply, done) => {
    const { method, log } = request;
    const { statusCode: status } = reply;
    const entry = { method, url: request.url.split("?")[0], status, elapsedMs: Math.round(reply.elapsedTime) };
    if (status >= 500) log.warn(entry, "request");
    else if (method === "GET") log.debug(entry, "request");
    else log.info(entry, "request");
    // The route's pattern, never the address.
    const route = request.routeOptions.url ?? "none";
    const facts = { "http.request.method": method, "http.route": route, "http.response.status_code": status };
    followed.get(request)?.span?.end({
      name: `${method} ${route}`,
      facts: { ...facts, "precount.request_id": request.id },
      isFailed: status >= 500,
    });
    done();
  });
}
