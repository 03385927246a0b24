import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { POLICY_OF_DATA } from "./content-security-policy.ts";

/** The camera is the crew's tool; nothing here needs the rest, and no script that got in should have it. */
const PERMISSIONS = ["camera=(self)", "fullscreen=(self)", "clipboard-write=(self)"]
  .concat(["accelerometer", "autoplay", "browsing-topics", "display-capture", "encrypted-media"].map(none))
  .concat(
    ["geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"].map(none),
  )
  .join(", ");

/**
 * Headers of every answer; docs/security.md says what each is for. A page's policy is its own (static-site.ts). Nothing that needs TLS
 * is asked for on plain HTTP (HSTS, COOP, upgrade-insecure-requests): it would lock an install on a LAN out of itself.
 */
export async function setSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isTls = config.publicUrl?.startsWith("https:") ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isTls,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: isTls,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("content-security-policy", POLICY_OF_DATA).header("permissions-policy", PERMISSIONS);
    if (isProvidersAnswer(request.url)) void reply.removeHeader("cross-origin-opener-policy");
  });
}

/** The provider's own window policy meets ours there: with COOP the browser could lose the window that began the sign-in. */
const isProvidersAnswer = (url: string): boolean => url.split("?")[0] === "/msal-spa-response";

function none(feature: string): string {
  return `${feature}=()`;
}
