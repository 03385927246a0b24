import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { POLICY_OF_DATA } from "./content-security-policy.ts";

/** The app uses the camera. Nothing needs the other features, so an injected script cannot use them either. */
const PERMISSIONS = ["camera=(self)", "fullscreen=(self)", "clipboard-write=(self)"]
  .concat(["accelerometer", "autoplay", "browsing-topics", "display-capture", "encrypted-media"].map(none))
  .concat(
    ["geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"].map(none),
  )
  .join(", ");

/**
 * Sets the security headers of every answer (docs/security.md explains each). Pages have a policy of their own (static-site.ts). Headers
 * that require TLS (HSTS, COOP, upgrade-insecure-requests) are not set on plain HTTP: they would lock an installation on a local network
 * out of itself.
 */
export async function setSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isTls = config.tls !== null || (config.publicUrl?.startsWith("https:") ?? false);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isTls,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: isTls,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
  if (!config.cachesPhotos) forbidCaching(app);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("content-security-policy", POLICY_OF_DATA).header("permissions-policy", PERMISSIONS);
    if (isSignInRedirect(request.url)) void reply.removeHeader("cross-origin-opener-policy");
  });
}

/** Keeps private answers, such as photos, out of the browser's cache too (CACHE_PHOTOS). */
function forbidCaching(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (String(reply.getHeader("cache-control")).startsWith("private"))
      void reply.header("cache-control", "private, no-store");
    done();
  });
}

/** The work-account provider redirects here. With COOP the browser could lose the connection to the window that began the sign-in. */
const isSignInRedirect = (url: string): boolean => url.split("?")[0] === "/msal-spa-response";

function none(feature: string): string {
  return `${feature}=()`;
}
