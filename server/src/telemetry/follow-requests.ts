import type { FastifyInstance } from "fastify";
import { during } from "./work-at-hand.ts";

/** Each request has a number, in its answer and in every line that is logged for it; one line tells how it ended. */
export function followRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    during({ requestId: request.id }, done);
  });
  // A body's last piece comes from the socket, which knows of no request.
  app.addHook("preHandler", (request, _reply, done) => during({ requestId: request.id }, done));
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
