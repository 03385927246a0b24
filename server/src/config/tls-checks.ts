import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { isLoopback } from "./config-checks.ts";
import { type Environment, isConfidentialUrl } from "./environment.ts";

/** Whether traffic to the database is encrypted with a checked certificate, or stays on this machine. */
function isConfidentialDatabase(address: string): boolean {
  const url = URL.parse(address.replace("@/", "@localhost/"));
  // Without a host it is a Unix socket.
  const isLocal = isLoopback(url?.hostname ?? "") || url?.searchParams.get("host")?.startsWith("/");
  return isLocal === true || url?.searchParams.get("sslmode") === "verify-full";
}

/** Settings whose value must be an https address. The others always are. */
const HTTP_ADDRESSES = [
  "S3_ENDPOINT",
  "VISION_API_URL",
  "KSERVE_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
] as const;

/** REQUIRE_TLS refuses settings with which an outgoing connection could be unencrypted. `serve` checks the incoming ones. */
export function checkRequiredTls(env: Environment, context: z.RefinementCtx): void {
  if (!env.REQUIRE_TLS) return;
  const refuse = (name: string, message: string): void => context.addIssue({ code: "custom", path: [name], message });
  for (const name of HTTP_ADDRESSES) {
    const address = env[name];
    if (address !== undefined && !isConfidentialUrl(address)) refuse(name, "must be an https address with REQUIRE_TLS");
  }
  if (env.DATABASE_URL !== undefined && !isConfidentialDatabase(env.DATABASE_URL))
    refuse("DATABASE_URL", "must end with ?sslmode=verify-full with REQUIRE_TLS");
  if (env.PUBLIC_URL?.startsWith("http:")) refuse("PUBLIC_URL", "must be an https address with REQUIRE_TLS");
  if (env.METRICS_PORT !== undefined && env.TLS_CERT_FILE === undefined)
    refuse("METRICS_PORT", "needs TLS_CERT_FILE and TLS_KEY_FILE with REQUIRE_TLS");
  if (env.ALLOW_PRIVATE_TARGETS) refuse("ALLOW_PRIVATE_TARGETS", "must be false with REQUIRE_TLS: it allows http");
  if (env.CLAMD_ADDRESS && "host" in env.CLAMD_ADDRESS && !isLoopback(env.CLAMD_ADDRESS.host))
    refuse("CLAMD_ADDRESS", "must be on this machine with REQUIRE_TLS: clamd does not encrypt");
}

export type TlsFiles = { cert: string; key: string };

/** Null without TLS_CERT_FILE. Unusable files are issues of their settings. */
export function readTlsFiles(env: Environment, context: z.RefinementCtx): TlsFiles | null {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  const refuse = (name: string, message: string): null => {
    context.addIssue({ code: "custom", path: [name], message });
    return null;
  };
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined) return refuse("TLS_CERT_FILE", "is needed with TLS_KEY_FILE");
  if (keyFile === undefined) return refuse("TLS_KEY_FILE", "is needed with TLS_CERT_FILE");
  const cert = readOrNull(certFile, (pem) => new X509Certificate(pem));
  if (!cert) return refuse("TLS_CERT_FILE", "is no readable certificate in PEM format");
  const key = readOrNull(keyFile, (pem) => createPrivateKey(pem));
  if (!key) return refuse("TLS_KEY_FILE", "is no readable key in PEM format");
  if (!cert.parsed.checkPrivateKey(key.parsed)) return refuse("TLS_KEY_FILE", "is not the key of TLS_CERT_FILE");
  return { cert: cert.pem, key: key.pem };
}

function readOrNull<Parsed>(path: string, parse: (pem: string) => Parsed): { pem: string; parsed: Parsed } | null {
  try {
    const pem = readFileSync(path, "utf8");
    return { pem, parsed: parse(pem) };
  } catch {
    return null;
  }
}
