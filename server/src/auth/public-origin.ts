import type { FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";

/**
 * The public origin for links in mails: PUBLIC_URL, or without that setting the origin of the request.
 *
 * Clients can forge the Host header, so use it for links only in an admin's authenticated request. A browser sends the cookie and
 * session id only to the origin that set them, and an admin's script that forges Host affects only that admin. For passkeys a forged
 * Host gains nothing: browsers sign only for the host that they show. X-Forwarded-Host counts only with
 * TRUST_PROXY. An Origin header with the same host shows whether a proxy terminates TLS.
 */
export function publicOrigin(request: FastifyRequest, { publicUrl }: Pick<Config, "publicUrl">): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, "");
  const requested = new URL(`${request.protocol}://${request.host}`);
  const { origin } = request.headers;
  const named = origin !== undefined && URL.canParse(origin) ? new URL(origin) : null;
  const isSame = named !== null && /^https?:$/.test(named.protocol) && named.host === requested.host;
  return (isSame ? named : requested).origin;
}
