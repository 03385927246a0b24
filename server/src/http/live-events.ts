import { LIVE_HEARTBEAT, LIVE_HEARTBEAT_MS, type PresentUser, sidSchema } from "@precount/domain";
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

/** A connection that has this much unsent data is closed. The browser reconnects. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** The delay before browsers reconnect. */
const RETRY_MS = 2000;
/** The same when the process stops. It is random, so that not all browsers reconnect to the other processes at once. */
const spreadRetryMs = (): number => Math.round(RETRY_MS * (0.25 + Math.random()));

export type LiveOptions = { heartbeatMs?: number; registry?: Registry };

type EventParams = { Params: { project: string }; Querystring: { image?: unknown; tab?: unknown; areas?: unknown } };

/**
 * GET …/events: streams the changes and failed detections of an event (server-sent events). With `image` it also streams who has this image open, and the end
 * of the stream announces the departure of `tab`; with `areas` it streams changed areas. The cookie is sufficient.
 */
export function liveEventsRoute(app: FastifyInstance, services: Services, options: LiveOptions = {}): void {
  const { heartbeatMs = LIVE_HEARTBEAT_MS, registry } = options;
  app.get<EventParams>("/api/projects/:project/events", async (request, reply) => {
    const { sid, session } = await requireVisible(services, request);
    const imageSid = await imageOf(services, session, request, sid);
    const tab = tabSchema.safeParse(request.query.tab).data;
    reply.hijack();
    const { raw } = reply;
    const close = (): void => {
      // Client and server both close the stream.
      if (!open.delete(close)) return;
      clearInterval(heartbeat);
      unsubscribe();
      leaveAreas();
      unwatch();
      detach();
      raw.end(isClosing ? toRetry(spreadRetryMs()) : "");
    };
    const send = (message: string | Buffer): void => {
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
      else raw.write(message);
    };
    // A hijacked reply lacks the headers that hooks have set, unless they are copied.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // nginx would buffer the stream.
      "x-accel-buffering": "no",
    });
    send(toRetry(RETRY_MS));
    const unsubscribe = services.live.subscribe(sid, (change) => send(toEvent(change)));
    const leaveAreas = request.query.areas === undefined ? () => undefined : services.liveAreas.subscribe(sid, send);
    const sendPeople = (people: PresentUser[]): void => send(toPresence(people));
    const unwatch = imageSid === null ? () => undefined : services.presence.subscribe(imageSid, sendPeople);
    if (imageSid !== null) sendPeople(services.presence.people(imageSid));
    const detach = imageSid === null || !tab ? () => undefined : services.presence.attach(imageSid, session.user, tab);
    // Each heartbeat also checks whether the session has ended.
    const heartbeat = setInterval(() => {
      send(toMessage(LIVE_HEARTBEAT, {}));
      requireVisible(services, request).catch((error: unknown) => {
        // An outage of the database does not end the session.
        if (isRefusal(error)) close();
      });
    }, heartbeatMs);
    open.add(close);
    raw.on("close", close);
    // The client may have disconnected during the checks, before the close listener was set.
    if (isClosing || raw.destroyed) close();
  });
  const open = new Set<() => void>();
  let isClosing = false;
  registry?.registerMetric(
    new Gauge({
      name: "live_streams_open",
      help: "Open live event streams",
      registers: [],
      collect() {
        this.set(open.size);
      },
    }),
  );
  // Otherwise the shutdown would wait for the clients to disconnect.
  app.addHook("preClose", (done) => {
    isClosing = true;
    for (const close of open) close();
    done();
  });
}

/** The event's sid and the session. Throws when the session has ended or may not see the event. */
async function requireVisible(
  services: Services,
  request: FastifyRequest<EventParams>,
): Promise<{ sid: string; session: ActiveSession }> {
  // EventSource cannot send the idle header, and an open stream is no use of the session (PD-116).
  const session = await requireSession(services, request, "signed-in", { isUse: false });
  const { sid } = await requireProject({ db: services.db, session }, request.params.project);
  return { sid, session };
}

/** The image of the query. Throws NOT_FOUND when it is not in the event. */
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

const REFUSALS: ReadonlySet<unknown> = new Set(["UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND"]);

const isRefusal = (error: unknown): boolean => error instanceof Error && "code" in error && REFUSALS.has(error.code);

const toRetry = (ms: number): string => `retry: ${ms}\n\n`;

const toEvent = ({ kind, sid, at, failure }: LiveChange): string =>
  toMessage("change", { kind, sid, at }) + (failure ? toMessage("failure", failure) : "");

const toMessage = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const toPresence = (people: PresentUser[]): string => toMessage("presence", people);
