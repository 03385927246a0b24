import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type ReceivedMail = { from: string; to: string[]; raw: string };
export type TestSmtpServer = { url: string; mails: ReceivedMail[]; close(): Promise<void> };

/** A real mail server on its own port. With `refuses` it rejects every recipient. */
export async function startSmtpServer(options: { refuses?: boolean } = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, callback) =>
      callback(options.refuses ? Object.assign(new Error("no such mailbox"), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => void parts.push(part));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const raw = Buffer.concat(parts).toString();
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      });
    },
  });
  const { server: socket } = server;
  server.listen(0, "127.0.0.1");
  await once(socket, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = socket.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
