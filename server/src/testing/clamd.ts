import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export type Clamd = {
  address: { host: string; port: number };
  /** The lengths of the files that it has scanned. */
  scanned: number[];
  /** Answers this instead of a result, such as "INSTREAM size limit exceeded. ERROR". */
  answer: string | null;
  stop(): Promise<void>;
};

/** The harmless text that every virus scanner reports, in two parts, so that none reports this file. */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD` + "-ANTIVIRUS-TEST-FILE!$H+H*";

const COMMAND = "zINSTREAM\0";

/** A server that speaks clamd's INSTREAM over TCP and knows one virus, EICAR. */
export async function startClamd(): Promise<Clamd> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let received = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      received = Buffer.concat([received, part]);
      const file = parseStream(received);
      if (file === null) return;
      clamd.scanned.push(file.length);
      const result = file.includes(EICAR) ? "stream: Eicar-Signature FOUND" : "stream: OK";
      socket.end(`${clamd.answer ?? result}\0`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const clamd: Clamd = {
    address: { host: "127.0.0.1", port },
    scanned: [],
    answer: null,
    stop: async () => {
      server.close();
      await once(server, "close");
    },
  };
  return clamd;
}

/** The file of a complete command; null until its last chunk, of length 0, has arrived. */
function parseStream(received: Buffer): Buffer | null {
  if (!received.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND).subarray(0, received.length)))
    throw new Error("not the command INSTREAM");
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
