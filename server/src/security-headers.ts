import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";

/**
 * Strict, but for two things: Ant Design writes its styles into the page, and the review draws crops from
 * blob and data addresses. Nothing that needs TLS is asked for on plain HTTP (HSTS, upgrade-insecure-requests,
 * COOP): it would lock an install on a LAN out of itself.
 */
export async function setSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isTls = config.publicUrl?.startsWith("https:") ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "blob:", "data:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isTls,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: isTls,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
}
