import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type FileSettings, sendFile } from "./send-file.ts";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
const sockets = new Set<Socket>();
/** Accepts connections and never answers. */
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined).resume();
});
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await once(silent.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await folder.remove();
});

const SETTINGS: Readonly<Record<string, (port: number) => FileSettings>> = {
  https: (port) => ({ kind: "https", url: `http://127.0.0.1:${port}/reports`, formats: ["csv"] }),
  s3: (port) => ({
    kind: "s3",
    bucket: "reports",
    region: "eu-central-1",
    endpoint: `http://127.0.0.1:${port}`,
    folder: "",
    accessKeyId: "key",
    formats: ["csv"],
  }),
  sftp: (port) => ({
    kind: "sftp",
    host: "127.0.0.1",
    port,
    username: "precount",
    folder: "",
    hostKey: "SHA256:none",
    formats: ["csv"],
  }),
};

it.each(Object.keys(SETTINGS))("ends an attempt that a silent %s receiver does not answer", async (kind) => {
  const path = join(folder.path, `${kind}.csv`);
  await writeFile(path, "code\n");
  const sha256 = createHash("sha256").update("code\n").digest("hex");
  const { port } = silent.address() as AddressInfo; // A TCP server has an address object.
  const settings = SETTINGS[kind]?.(port);
  if (!settings) throw new Error(`No settings of ${kind}.`);
  const file = { path, name: "report.csv", type: "text/csv", sizeBytes: 5, sha256 };
  const signal = new AbortController().signal;
  const sending = sendFile(settings, file, { secret: "secret", allowPrivate: true, signal, timeoutMs: 300 });
  await expect(sending).rejects.toThrow("The file was not accepted within 0.3 s.");
});
