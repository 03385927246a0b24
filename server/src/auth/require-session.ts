import type { FastifyRequest } from "fastify";
import type { TokenAccess } from "@precount/domain";
import { requireAccess } from "./access.ts";
import type { ActiveSession } from "./active-session.ts";
import { type AuthServices, findSession, noSessionError } from "./sessions.ts";

/** They change nothing, and need no defense against forged requests. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The session of a request to a direct HTTP route. Throws UNAUTHORIZED without one and FORBIDDEN for a token without the scope. Safe
 * methods (downloads, images, live events) need only the cookie; others also need the `x-session-id` header.
 */
export async function requireSession(
  services: AuthServices,
  request: FastifyRequest,
  access: TokenAccess,
  options: { isUse?: boolean } = {},
): Promise<ActiveSession> {
  const csrf = SAFE_METHODS.has(request.method) ? "not needed" : "checked";
  const session = await findSession(services, request, { csrf, ...options });
  if (!session) throw noSessionError(request, services.config);
  sessions.set(request, session);
  requireAccess(session, access);
  return session;
}

const sessions = new WeakMap<FastifyRequest, ActiveSession>();

/** The session that `requireSession` found for this request; null before. */
export const requestSession = (request: FastifyRequest): ActiveSession | null => sessions.get(request) ?? null;
