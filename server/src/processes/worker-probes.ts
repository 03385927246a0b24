import { once } from "node:events";
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Config } from "../config/config.ts";
import { settingError } from "../config/config-error.ts";
import { type Readiness, notReadyMessage } from "../operations/status/readiness.ts";

type Page = { status: number; type: string; body: string };
/** Answers one path. */
export type Probe = () => Promise<Page>;

const textPage = (status: number, text: string): Page => ({ status, type: "text/plain", body: `${text}\n` });

/** GET /healthz: the process answers. GET /readyz: the worker takes jobs. */
const healthProbes = (readiness: Readiness): Record<string, Probe> => ({
  "/healthz": async () => textPage(200, "ok"),
  "/readyz": async () => {
    const reason = await readiness.whyNotReady();
    return reason === null ? textPage(200, "ready") : textPage(503, notReadyMessage(reason));
  },
});

/**
 * Serves a worker's probes and metrics over HTTP, or HTTPS with a certificate, on METRICS_PORT; nothing without that setting. Returns a function that closes the
 * server. Throws ConfigError when the port is in use.
 */
export async function serveProbes(
  { host, metricsPort, tls }: Pick<Config, "host" | "metricsPort" | "tls">,
  readiness: Readiness,
  others: Readonly<Record<string, Probe>> = {},
): Promise<() => Promise<void>> {
  if (metricsPort === null) return async () => undefined;
  const probes = new Map(Object.entries({ ...healthProbes(readiness), ...others }));
  const listener: RequestListener = (request, response) => void answer(probes, request, response);
  const server = tls === null ? createServer(listener) : createTlsServer(tls, listener);
  server.listen({ host, port: metricsPort });
  await once(server, "listening").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw settingError("METRICS_PORT", `port ${metricsPort} of ${host} cannot be listened on (${code})`, error);
  });
  return async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

async function answer(probes: Map<string, Probe>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const probe = probes.get(request.url?.split("?")[0] ?? "");
  const page = probe && request.method === "GET" ? await run(probe) : textPage(404, "There is nothing here.");
  response.writeHead(page.status, { "content-type": page.type, "cache-control": "no-store" });
  response.end(page.body);
}

const run = (probe: Probe): Promise<Page> =>
  probe().catch(() => textPage(500, "The worker could not answer. Its log says more."));
