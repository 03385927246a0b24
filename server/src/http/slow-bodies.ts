import { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../auth/network.ts";

export type BodyLimits = {
  checkEveryMs: number;
  /** A body must bring `minBytes` in each such time. A phone with one bar brings ten times as much. */
  windowMs: number;
  minBytes: number;
  /** Total time for calls, whose bodies are small, and for what a client still sends after the answer. */
  maxCallMs: number;
  /** Total time for forms, which may hold the photos of a whole day, and for photos without a form. */
  maxFormMs: number;
  /** Unfinished bodies of one network at a time. 50 people behind one router send up to 300. */
  maxPerNetwork: number;
};

const BODY_LIMITS: BodyLimits = {
  checkEveryMs: 5000,
  windowMs: 60_000,
  minBytes: 16 * 1024,
  maxCallMs: 60_000,
  maxFormMs: 6 * 3_600_000,
  maxPerNetwork: 1000,
};

type Body = {
  request: FastifyRequest;
  reply: FastifyReply;
  socket: Socket;
  startedAt: number;
  network: string;
  windowAt: number;
  windowBytes: number;
};

/**
 * Closes connections whose bodies arrive too slowly, take too long or are too many. A client that sends one byte every few seconds
 * would otherwise hold a connection for hours, also without a session.
 */
export function limitSlowBodies(
  app: FastifyInstance,
  log: Pick<FastifyBaseLogger, "info">,
  limits = BODY_LIMITS,
): void {
  const bodies = new Set<Body>();
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    // Requests of tests come without a connection.
    if (socket instanceof Socket && !request.raw.complete) {
      const now = performance.now();
      const network = networkOf(request.ip);
      bodies.add({ request, reply, socket, startedAt: now, network, windowAt: now, windowBytes: socket.bytesRead });
    }
    done();
  });
  const check = (): void => {
    const now = performance.now();
    const counts = new Map<string, number>();
    for (const body of bodies) {
      if (body.request.raw.complete || body.socket.destroyed) {
        bodies.delete(body);
        continue;
      }
      const count = (counts.get(body.network) ?? 0) + 1;
      counts.set(body.network, count);
      const reason = count > limits.maxPerNetwork ? "too many" : findReason(body, now, limits);
      if (reason === null) continue;
      log.info({ requestId: body.request.id, network: body.network, reason }, "closed a connection with a slow body");
      bodies.delete(body);
      closeWith408(body);
    }
  };
  const timer = setInterval(check, limits.checkEveryMs);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function findReason(body: Body, now: number, limits: BodyLimits): "too slow" | "too long" | null {
  const { raw, headers } = body.request;
  const type = headers["content-type"] ?? "";
  // The body of a PUT is a photo, whose content type clients choose (upload/raw-route.ts). Calls read JSON with any method.
  const isPhoto = raw.method === "PUT" && !/^application\/json\b/i.test(type);
  const isUpload = isPhoto || /^multipart\//i.test(type);
  const maxMs = isUpload && !body.reply.raw.writableEnded ? limits.maxFormMs : limits.maxCallMs;
  if (now - body.startedAt > maxMs) return "too long";
  if (now - body.windowAt < limits.windowMs) return null;
  const receivedBytes = body.socket.bytesRead - body.windowBytes;
  // A full buffer means that the server is slow and not the client, for example during an outage of the database.
  const isServerSlow = raw.readableLength >= raw.readableHighWaterMark;
  if (receivedBytes < limits.minBytes && !isServerSlow) return "too slow";
  body.windowAt = now;
  body.windowBytes = body.socket.bytesRead;
  return null;
}

/** Sends the answer that Node sends to requests that exceed its own limits. */
function closeWith408({ reply, socket }: Body): void {
  if (!reply.raw.headersSent && socket.writable)
    socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  socket.destroySoon();
}
