/**
 * Upper bounds for uploads, in a separate process like the API: `loopback` accepts and discards requests, `disk`
 * writes and syncs files, `receiver` accepts requests and writes and syncs them. Sends its port or the elapsed time
 * to its parent.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { freshPhotos, readSamples } from "./photos.ts";

const [what = "", folder = "", clients = "0"] = process.argv.slice(2);
if (what === "loopback") receive(async (request) => void (await once(request.resume(), "end")));
else if (what === "receiver") receive(async (request) => put(randomUUID(), await request.toArray()));
else {
  const samples = await readSamples();
  process.on("message", (count: number) => {
    void write(freshPhotos(samples, count)).then((ms) => process.send?.(ms));
  });
  process.send?.(0);
}
process.on("disconnect", () => process.exit());

function receive(take: (request: IncomingMessage) => Promise<void>): void {
  const server = createServer((request, answer) => void take(request).then(() => answer.end("{}")));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address !== null ? address.port : 0);
  });
}

async function put(name: string, bytes: Uint8Array[]): Promise<void> {
  const file = await open(join(folder, name), "w");
  await file.writev(bytes);
  await file.sync();
  await file.close();
}

/** Milliseconds. */
async function write(photos: ReturnType<typeof freshPhotos>): Promise<number> {
  const startedAt = performance.now();
  const waiting = photos.values();
  const lane = async (): Promise<void> => {
    for (const { sha256, picture, rest } of waiting) await put(sha256, [picture, rest]);
  };
  await Promise.all(Array.from({ length: Number(clients) }, lane));
  return performance.now() - startedAt;
}
