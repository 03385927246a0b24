import type { FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";

/**
 * Where people find Precount, for links that leave it: PUBLIC_URL, and without that setting the address in the request.
 *
 * A Host header is anybody's to write, so only an admin's own call, which carried their cookie and the session's id, may ask:
 * a browser gives those to the very origin that set them, and a script that writes another Host deceives the admin who runs it.
 * X-Forwarded-Host counts only with TRUST_PROXY. The Origin header, when it names the same host, knows of TLS that a proxy ended.
 */
export function publicOrigin(request: FastifyRequest, { publicUrl }: Pick<Config, "publicUrl">): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, "");
  const asked = new URL(`${request.protocol}://${request.host}`);
  const { origin } = request.headers;
  const named = origin !== undefined && URL.canParse(origin) ? new URL(origin) : null;
  const isSame = named !== null && /^https?:$/.test(named.protocol) && named.host === asked.host;
  return (isSame ? named : asked).origin;
}
