import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FreshPhoto } from "./photos.ts";
import { Sender } from "./send.ts";

/** A raw speed for comparison. */
export type Raw = { ms(photos: readonly FreshPhoto[]): Promise<number>; close(): void };

const CHILD = join(import.meta.dirname, "raw-child.ts");

/** Uploads to a server that discards the bytes. */
export const openLoopback = (clients: number): Promise<Raw> => openServer(["loopback"], clients);

/** Uploads to a server that only writes and syncs each file. */
export const openReceiver = (folder: string, clients: number): Promise<Raw> =>
  openServer(["receiver", folder, String(clients)], clients);

async function openServer(args: string[], clients: number): Promise<Raw> {
  const child = fork(CHILD, args, { env: withThreads(clients) });
  const port = await answerOf(child);
  const sender = new Sender(clients);
  return {
    ms: async (photos) => {
      const startedAt = performance.now();
      await sender.sendAll(`http://127.0.0.1:${port}`, {}, photos);
      return performance.now() - startedAt;
    },
    close: () => child.disconnect(),
  };
}

/** Files written and synced with the same concurrency. */
export async function openDisk(folder: string, clients: number): Promise<Raw> {
  const child = fork(CHILD, ["disk", folder, String(clients)], { env: withThreads(clients) });
  await answerOf(child);
  return {
    ms: async ({ length }) => {
      child.send(length);
      return answerOf(child);
    },
    close: () => child.disconnect(),
  };
}

/** Node's thread pool would otherwise limit it to four files at a time. */
const withThreads = (count: number): NodeJS.ProcessEnv => ({ ...process.env, UV_THREADPOOL_SIZE: String(count) });

async function answerOf(child: ChildProcess): Promise<number> {
  const [answer] = (await Promise.race([once(child, "message"), once(child, "exit").then(ended)])) as [number]; // as raw-child.ts sends it
  return answer;
}

function ended(): never {
  throw new Error("The process that measures the raw speed has ended.");
}
