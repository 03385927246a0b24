import type { LookAnswer, LookRequest } from "./look-worker.ts";

/** Nobody waits longer for an opinion: without one the photo counts. */
const PATIENCE_MS = 5000;
const NO_OPINION = { doubts: null, thumb: null } as const;

let worker: Worker | null = null;
let lastId = 0;

/** Loads what looks at photos, so that it is there when the network is not. */
export function warmUp(): void {
  worker ??= new Worker(new URL("./look-worker.ts", import.meta.url), { type: "module" });
}

/** What there is to say of a photo, and a small picture of it; both null where the browser cannot read it. */
export function look(photo: Blob): Promise<Omit<LookAnswer, "id">> {
  warmUp();
  const own = worker;
  if (!own) return Promise.resolve(NO_OPINION);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const settle = (answer: Omit<LookAnswer, "id">): void => {
      clearTimeout(timer);
      own.removeEventListener("message", hear);
      own.removeEventListener("error", fail);
      resolve(answer);
    };
    const hear = ({ data }: MessageEvent<LookAnswer>): void => {
      if (data.id === id) settle(data);
    };
    const fail = (): void => settle(NO_OPINION);
    const timer = setTimeout(fail, PATIENCE_MS);
    own.addEventListener("message", hear);
    own.addEventListener("error", fail);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    own.postMessage({ id, photo } satisfies LookRequest);
  });
}
