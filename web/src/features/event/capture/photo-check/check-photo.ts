import { UNCHECKED, type PhotoCheck } from "./photo-quality.ts";
import type { PhotoCheckResponse, PhotoCheckRequest } from "./photo-check-worker.ts";

/** Nobody waits longer for an opinion: without one the photo counts, by what is known so far. */
const PATIENCE_MS = 5000;

let worker: Worker | null = null;
let lastId = 0;

/** Loads what looks at photos, so that it is there when the network is not. */
export function startPhotoCheckWorker(): void {
  worker ??= new Worker(new URL("./photo-check-worker.ts", import.meta.url), { type: "module" });
}

/** What there is to say of a photo, and a small picture of it. */
export function checkPhoto(photo: Blob): Promise<PhotoCheck> {
  startPhotoCheckWorker();
  const own = worker;
  if (!own) return Promise.resolve(UNCHECKED);
  lastId += 1;
  const id = lastId;
  let known = UNCHECKED;
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      own.removeEventListener("message", hear);
      own.removeEventListener("error", settle);
      resolve(known);
    };
    const hear = ({ data }: MessageEvent<PhotoCheckResponse>): void => {
      if (data.id !== id) return;
      known = data;
      if (data.isWhole) settle();
    };
    const timer = setTimeout(settle, PATIENCE_MS);
    own.addEventListener("message", hear);
    own.addEventListener("error", settle);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    own.postMessage({ id, photo } satisfies PhotoCheckRequest);
  });
}
