import type { FastifyReply, FastifyRequest } from "fastify";
import { type ActiveSession, findSession } from "../auth/sessions.ts";
import type { Services } from "../processes/services.ts";
import type { CallEnd } from "../telemetry/http-metrics.ts";

export type Context = Services & {
  /** Told of each call when it ends. */
  countCall: (end: CallEnd) => void;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Looked up at most once for a batch of calls, and not at all for public ones. */
  findSession(): Promise<ActiveSession | null>;
};

export function createContext(
  services: Services & Pick<Context, "countCall">,
  request: FastifyRequest,
  reply: FastifyReply,
): Context {
  let session: Promise<ActiveSession | null> | undefined;
  return {
    ...services,
    log: request.log,
    request,
    reply,
    findSession: () => (session ??= findSession(services, request, { csrf: "checked" })),
  };
}
