import { type PresentUser, sidSchema } from "@precount/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Gauge, type Registry } from "prom-client";
import type { ActiveSession } from "../auth/active-session.ts";
import { requireSession } from "../auth/require-session.ts";
import { notFound } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";
import { requireImage } from "../operations/image/require-image.ts";
import { requireProject } from "../operations/project/require-project.ts";
import { tabSchema } from "../operations/presence/announce-presence.ts";
import type { LiveChange } from "../live/live-events.ts";

/** Proxies and browsers close a silent connection; and a session that has ended is noticed at the beat. */
const HEARTBEAT_MS = 15_000;
/** Someone whose connection takes nothing for so long is cut off and comes again. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** After which browsers come again by themselves. */
const RETRY_MS = 2000;
/** The same when the process ends: not all at once, for they come to the others. */
const sentAwayMs = (): number => Math.round(RETRY_MS * (0.25 + Math.random()));

export type LiveOptions = { heartbeatMs?: number; registry?: Registry };

type EventParams = { Params: { project: string }; Querystring: { image?: unknown; tab?: unknown; areas?: unknown } };

/**
 * GET …/events: what changes in an event, as it changes (server-sent events); with `image`, who else looks at that one,
 * and when it ends the page `tab` does so no more; with `areas`, what became of the areas that changed (`AreaNews`).
 * The cookie is enough.
 */
export function liveEventsRoute(app: FastifyInstance, services: Services, options: LiveOptions = {}): void {
  const { heartbeatMs = HEARTBEAT_MS, registry } = options;
  app.get<EventParams>("/api/projects/:project/events", async (request, reply) => {
    const { sid, session } = await allowed(services, request);
    const imageSid = await imageOf(services, session, request, sid);
    const tab = tabSchema.safeParse(request.query.tab).data;
    reply.hijack();
    const { raw } = reply;
    const close = (): void => {
      // Both ends close it, each in its time.
      if (!open.delete(close)) return;
      clearInterval(heartbeat);
      unsubscribe();
      leaveAreas();
      unwatch();
      part();
      raw.end(isClosing ? toRetry(sentAwayMs()) : "");
    };
    const send = (message: string | Buffer): void => {
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
      else raw.write(message);
    };
    // Else an answer that Fastify does not send lacks what its hooks have set: the headers of every answer.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // nginx would collect the stream before passing it on.
      "x-accel-buffering": "no",
    });
    send(toRetry(RETRY_MS));
    const unsubscribe = services.live.subscribe(sid, (change) => send(toEvent(change)));
    const leaveAreas = request.query.areas === undefined ? () => undefined : services.liveAreas.subscribe(sid, send);
    const tellPeople = (people: PresentUser[]): void => send(toPresence(people));
    const unwatch = imageSid === null ? () => undefined : services.presence.subscribe(imageSid, tellPeople);
    if (imageSid !== null) tellPeople(services.presence.people(imageSid));
    const part = imageSid === null || !tab ? () => undefined : services.presence.attach(imageSid, session.user, tab);
    const heartbeat = setInterval(() => {
      send(": still here\n\n");
      allowed(services, request).catch((error: unknown) => {
        // The database being away says nothing about the session.
        if (isRefusal(error)) close();
      });
    }, heartbeatMs);
    open.add(close);
    raw.on("close", close);
    // Who went while it was asked whether they may hear it, is told of no more: that event has been.
    if (isClosing || raw.destroyed) close();
  });
  const open = new Set<() => void>();
  let isClosing = false;
  registry?.registerMetric(
    new Gauge({
      name: "live_streams_open",
      help: "Pages that are told of changes as they happen",
      registers: [],
      collect() {
        this.set(open.size);
      },
    }),
  );
  // Otherwise the server would wait for people to leave.
  app.addHook("preClose", (done) => {
    isClosing = true;
    for (const close of open) close();
    done();
  });
}

/** The event's sid, if the session is alive and may see it. */
async function allowed(
  services: Services,
  request: FastifyRequest<EventParams>,
): Promise<{ sid: string; session: ActiveSession }> {
  const session = await requireSession(services, request, "signed-in");
  const { sid } = await requireProject({ db: services.db, session }, request.params.project);
  return { sid, session };
}

/** The image of the query, if it is one of the event. */
async function imageOf(
  { db }: Services,
  session: ActiveSession,
  { query }: FastifyRequest<EventParams>,
  projectSid: string,
): Promise<string | null> {
  if (query.image === undefined) return null;
  const imageSid = sidSchema.safeParse(query.image);
  if (!imageSid.success) throw notFound("image");
  const { image } = await requireImage(db, session.user, imageSid.data);
  if (image.projectSid !== projectSid) throw notFound("image");
  return image.sid;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "UNAUTHORIZED" || error.code === "NOT_FOUND");

const toRetry = (ms: number): string => `retry: ${ms}\n\n`;

const toEvent = ({ kind, sid, at }: LiveChange): string =>
  `event: change\ndata: ${JSON.stringify({ kind, sid, at })}\n\n`;

const toPresence = (people: PresentUser[]): string => `event: presence\ndata: ${JSON.stringify(people)}\n\n`;
