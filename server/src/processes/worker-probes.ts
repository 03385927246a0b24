import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type Config, settingError } from "../config/config.ts";
import { type Readiness, notReadyInWords } from "../operations/status/readiness.ts";

type Page = { status: number; type: string; body: string };
/** What a worker tells at an address. */
export type Probe = () => Promise<Page>;

const words = (status: number, text: string): Page => ({ status, type: "text/plain", body: `${text}\n` });

/** GET /healthz: the process answers. GET /readyz: it takes jobs. */
const healthProbes = (readiness: Readiness): Record<string, Probe> => ({
  "/healthz": async () => words(200, "ok"),
  "/readyz": async () => {
    const reason = await readiness.whyNot();
    return reason === null ? words(200, "ready") : words(503, notReadyInWords(reason));
  },
});

/**
 * The HTTP side of a worker, on METRICS_PORT, for whoever watches over it; it takes no jobs and no photos there.
 * Returns what ends it. Throws ConfigError when the port is another's.
 */
export async function serveProbes(
  { host, metricsPort }: Pick<Config, "host" | "metricsPort">,
  readiness: Readiness,
  others: Readonly<Record<string, Probe>> = {},
): Promise<() => Promise<void>> {
  if (metricsPort === null) return async () => undefined;
  const probes = new Map(Object.entries({ ...healthProbes(readiness), ...others }));
  const server = createServer((request, response) => void answer(probes, request, response));
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
  const page = probe && request.method === "GET" ? await tell(probe) : words(404, "There is nothing here.");
  response.writeHead(page.status, { "content-type": page.type, "cache-control": "no-store" });
  response.end(page.body);
}

const tell = (probe: Probe): Promise<Page> =>
  probe().catch(() => words(500, "This worker could not say. Its log says more."));
