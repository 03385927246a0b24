import { NO_OPINION, type Opinion } from "./assess.ts";
import type { LookAnswer, LookRequest } from "./look-worker.ts";

/** Nobody waits longer for an opinion: without one the photo counts, by what is known so far. */
const PATIENCE_MS = 5000;

let worker: Worker | null = null;
let lastId = 0;

/** Loads what looks at photos, so that it is there when the network is not. */
export function warmUp(): void {
  worker ??= new Worker(new URL("./look-worker.ts", import.meta.url), { type: "module" });
}

/** What there is to say of a photo, and a small picture of it. */
export function look(photo: Blob): Promise<Opinion> {
  warmUp();
  const own = worker;
  if (!own) return Promise.resolve(NO_OPINION);
  lastId += 1;
  const id = lastId;
  let known = NO_OPINION;
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      own.removeEventListener("message", hear);
      own.removeEventListener("error", settle);
      resolve(known);
    };
    const hear = ({ data }: MessageEvent<LookAnswer>): void => {
      if (data.id !== id) return;
      known = data;
      if (data.isWhole) settle();
    };
    const timer = setTimeout(settle, PATIENCE_MS);
    own.addEventListener("message", hear);
    own.addEventListener("error", settle);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    own.postMessage({ id, photo } satisfies LookRequest);
  });
}
