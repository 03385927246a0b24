import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";

export type Receiver = {
  port: number;
  /** The received requests: path and body as text. */
  received: { path: string; body: string }[];
  stop(): Promise<void>;
};

/** A local server that accepts and records every POST request. */
export async function startReceiver(): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ path: request.url ?? "", body: await text(request) });
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    received,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
