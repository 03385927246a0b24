import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireSession } from "../../auth/sessions.ts";
import type { Services } from "../../services.ts";
import { visibleProject } from "../project/visible-project.ts";
import type { LiveChange } from "./live-events.ts";

/** Proxies and browsers close a silent connection; and a session that has ended is noticed at the beat. */
const HEARTBEAT_MS = 15_000;
/** Someone whose connection takes nothing for so long is cut off and comes again. */
const MAX_BUFFERED_BYTES = 256 * 1024;

type EventParams = { Params: { project: string } };

/** GET …/events: what changes in an event, as it changes (server-sent events). The cookie is enough. */
export function liveRoute(app: FastifyInstance, services: Services, heartbeatMs = HEARTBEAT_MS): void {
  app.get<EventParams>("/api/projects/:project/events", async (request, reply) => {
    const sid = await allowed(services, request);
    reply.hijack();
    const { raw } = reply;
    const close = (): void => {
      clearInterval(heartbeat);
      unsubscribe();
      open.delete(close);
      raw.end();
    };
    const send = (text: string): void => {
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
      else raw.write(text);
    };
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // nginx would collect the stream before passing it on.
      "x-accel-buffering": "no",
    });
    send("retry: 2000\n\n");
    const unsubscribe = services.live.subscribe(sid, (change) => send(toEvent(change)));
    const heartbeat = setInterval(() => {
      send(": still here\n\n");
      allowed(services, request).catch((error: unknown) => {
        // The database being away says nothing about the session.
        if (isRefusal(error)) close();
      });
    }, heartbeatMs);
    open.add(close);
    raw.on("close", close);
  });
  const open = new Set<() => void>();
  // Otherwise the server would wait for people to leave.
  app.addHook("preClose", (done) => {
    for (const close of open) close();
    done();
  });
}

/** The event's sid, if the session is alive and may see it. */
async function allowed(services: Services, request: FastifyRequest<EventParams>): Promise<string> {
  const session = await requireSession(services, request);
  return (await visibleProject({ db: services.db, session }, request.params.project)).sid;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "UNAUTHORIZED" || error.code === "NOT_FOUND");

const toEvent = ({ kind, sid, at }: LiveChange): string =>
  `event: change\ndata: ${JSON.stringify({ kind, sid, at })}\n\n`;
