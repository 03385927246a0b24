import { once } from "node:events";
import { type IncomingHttpHeaders, createServer } from "node:http";
import { buffer } from "node:stream/consumers";

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A local HTTP server that records every request and answers with `status`. */
export type HttpReceiver = { url: string; received: ReceivedRequest[]; status: number; stop(): Promise<void> };

export async function startHttpReceiver(): Promise<HttpReceiver> {
  const server = createServer();
  const receiver: HttpReceiver = {
    url: "",
    received: [],
    status: 204,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("request", (request, response) => {
    const { method = "", url = "", headers } = request;
    void (async () => {
      // `text` would remove a byte order mark.
      const body = (await buffer(request)).toString();
      receiver.received.push({ method, path: url, headers, body });
      response.writeHead(receiver.status, { location: "http://127.0.0.1:1/elsewhere" }).end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return receiver;
}
