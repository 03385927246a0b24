import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Sentry = {
  /** Precount's settings for this server. */
  env: Record<string, string>;
  /** The bodies received so far. */
  reports: readonly string[];
  stop(): void;
};

/** Starts a fake Sentry server that records the reports it receives. */
export async function startSentry(): Promise<Sentry> {
  const reports: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    reports.push(await text(request));
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    env: { SENTRY_DSN: `http://abc@127.0.0.1:${port}/7`, SENTRY_ENVIRONMENT: "e2e" },
    reports,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
