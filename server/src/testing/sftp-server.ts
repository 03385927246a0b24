import { once } from "node:events";
import ssh2, { type Connection, type SFTPWrapper } from "ssh2";
import { sha256Fingerprint } from "../outgoing/host-key.ts";

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

/** An SFTP server on loopback that keeps its files in memory. Only user `shop` with password `s3cret` may sign in. */
export type SftpServer = { port: number; hostKey: string; files: Map<string, Buffer>; stop(): Promise<void> };

export async function startSftpServer(): Promise<SftpServer> {
  const keys = utils.generateKeyPairSync("ed25519");
  const parsed = utils.parseKey(keys.public);
  if (parsed instanceof Error) throw parsed;
  const files = new Map<string, Buffer>();
  const connections = new Set<Connection>();
  const server = new Server({ hostKeys: [keys.private] }, (client) => {
    connections.add(client);
    client.on("authentication", (attempt) => {
      const isKnown = attempt.method === "password" && attempt.username === "shop" && attempt.password === "s3cret";
      if (isKnown) attempt.accept();
      else attempt.reject(["password"]);
    });
    client.on("error", () => undefined);
    client.on("session", (accept) => void accept().on("sftp", (acceptSftp) => serveFiles(acceptSftp(), files)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    hostKey: sha256Fingerprint(parsed.getPublicSSH()),
    files,
    stop: async () => {
      for (const client of connections) client.end();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

/** The requests that storing a file takes. A handle is the file's path. */
function serveFiles(sftp: SFTPWrapper, files: Map<string, Buffer>): void {
  const answer = (id: number, isOk: boolean): void => sftp.status(id, isOk ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  const attributes = (id: number, path: string): void => {
    const file = files.get(path);
    if (file) sftp.attrs(id, { mode: 0o100_644, uid: 0, gid: 0, size: file.length, atime: 0, mtime: 0 });
    else answer(id, false);
  };
  sftp.on("OPEN", (id, path) => {
    files.set(path, Buffer.alloc(0));
    sftp.handle(id, Buffer.from(path));
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    const path = String(handle);
    const old = files.get(path) ?? Buffer.alloc(0);
    const grown = Buffer.alloc(Math.max(old.length, offset + data.length));
    old.copy(grown);
    data.copy(grown, offset);
    files.set(path, grown);
    answer(id, true);
  });
  sftp.on("FSTAT", (id, handle) => attributes(id, String(handle)));
  sftp.on("STAT", attributes);
  sftp.on("LSTAT", attributes);
  sftp.on("FSETSTAT", (id) => answer(id, true));
  sftp.on("CLOSE", (id) => answer(id, true));
  sftp.on("REMOVE", (id, path) => answer(id, files.delete(path)));
  sftp.on("RENAME", (id, from, to) => {
    const file = files.get(from);
    if (file) files.set(to, file);
    answer(id, files.delete(from));
  });
}
