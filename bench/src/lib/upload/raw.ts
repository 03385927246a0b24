import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FreshPhoto } from "./photos.ts";
import { Sender } from "./send.ts";

/** A speed to compare with. */
export type Raw = { ms(photos: readonly FreshPhoto[]): Promise<number>; close(): void };

const CHILD = join(import.meta.dirname, "raw-child.ts");

/** As many photos sent to a server that forgets them. */
export const openLoopback = (clients: number): Promise<Raw> => openServer(["loopback"], clients);

/** As many photos sent to a server that writes each into a folder and syncs it, and does nothing else. */
export const openReceiver = (folder: string, clients: number): Promise<Raw> =>
  openServer(["receiver", folder, String(clients)], clients);

async function openServer(args: string[], clients: number): Promise<Raw> {
  const child = fork(CHILD, args, { env: withThreads(clients) });
  const port = await answerOf(child);
  const sender = new Sender(clients);
  return {
    ms: async (photos) => {
      const startedAt = performance.now();
      await sender.sendAll(`http://127.0.0.1:${port}/`, {}, photos);
      return performance.now() - startedAt;
    },
    close: () => child.disconnect(),
  };
}

/** As many photos written into a folder and synced, as many at a time. */
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

/** Else Node writes and syncs four files at a time, however many wait. */
const withThreads = (count: number): NodeJS.ProcessEnv => ({ ...process.env, UV_THREADPOOL_SIZE: String(count) });

async function answerOf(child: ChildProcess): Promise<number> {
  const [answer] = (await Promise.race([once(child, "message"), once(child, "exit").then(ended)])) as [number]; // as raw-child.ts sends it
  return answer;
}

function ended(): never {
  throw new Error("The process that measures the raw speed has ended.");
}
