import { once } from "node:events";
import { Agent, type IncomingMessage, type ServerResponse, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

const LOOK_EVERY_MS = 300;
const TRY_FOR_MS = 15_000;

export type Proxy = { url: string; stop(): Promise<void> };

/**
 * A simple load balancer: distributes requests to the processes whose /api/ready succeeds, keeps connections open,
 * and retries on another process only if no request was sent: the connection was refused, or a kept connection was
 * closed and the request is idempotent.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const look = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) ready.add(port);
    else ready.delete(port);
  };
  await Promise.all(ports.map(look));
  const looking = setInterval(() => void Promise.all(ports.map(look)), LOOK_EVERY_MS);
  let turn = 0;

  function pass(request: IncomingMessage, response: ServerResponse, giveUpAt: number): void {
    const choice = ports.filter((port) => ready.has(port));
    const port = choice[(turn += 1) % Math.max(1, choice.length)];
    const again = (): void => {
      if (performance.now() > giveUpAt) response.writeHead(502).end();
      else setTimeout(() => pass(request, response, giveUpAt), 50);
    };
    if (port === undefined) return again();
    const { method, url, headers } = request;
    const onwards = send({ host: "127.0.0.1", port, method, path: url, headers, agent });
    onwards.on("response", (answer) => {
      // Hop-by-hop headers.
      const { connection: _connection, "keep-alive": _keepAlive, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    onwards.on("error", (error: NodeJS.ErrnoException) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const hadNotLeft = error.code === "ECONNREFUSED" || (onwards.reusedSocket && method === "GET");
      if (error.code === "ECONNREFUSED") ready.delete(port);
      if (hadNotLeft) again();
      else response.writeHead(502).end();
    });
    response.on("close", () => onwards.destroy());
    // The body is read only after a process has accepted the connection, so that the request can still go to another
    // one.
    onwards.on("socket", (socket) => {
      if (!socket.connecting) request.pipe(onwards);
      else socket.once("connect", () => request.pipe(onwards));
    });
  }

  const server = createServer((request, response) => pass(request, response, performance.now() + TRY_FOR_MS));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      clearInterval(looking);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
