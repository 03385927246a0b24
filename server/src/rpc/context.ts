import type { FastifyReply, FastifyRequest } from "fastify";
import type { ActiveSession } from "../auth/active-session.ts";
import { findSession } from "../auth/sessions.ts";
import type { Services } from "../operations/context.ts";
import type { CallEnd } from "../telemetry/http-metrics.ts";

/** The context of one HTTP request, which may be a batch of calls. */
export type RpcContext = Services & {
  /** Counts a call when it ends. */
  countCall: (end: CallEnd) => void;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the session once for a batch, and only when a call needs it. */
  findSession(): Promise<ActiveSession | null>;
};

export function createContext(
  services: Services & Pick<RpcContext, "countCall">,
  request: FastifyRequest,
  reply: FastifyReply,
): RpcContext {
  let session: Promise<ActiveSession | null> | undefined;
  return {
    ...services,
    log: request.log,
    request,
    reply,
    findSession: () => (session ??= findSession(services, request, { csrf: "checked" })),
  };
}
