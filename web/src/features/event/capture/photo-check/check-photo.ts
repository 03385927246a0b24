import type { PhotoCheckRequest, PhotoCheckResponse } from "./photo-check-worker.ts";
import { type PhotoCheck, UNCHECKED } from "./photo-quality.ts";

/** After this long a photo is used with the checks that are done. */
const TIMEOUT_MS = 5000;

let worker: Worker | null = null;
let lastId = 0;

/** Loads the worker while there is a network. */
export function startPhotoCheckWorker(): void {
  worker ??= new Worker(new URL("./photo-check-worker.ts", import.meta.url), { type: "module" });
}

/** Checks a photo and makes its thumbnail. */
export function checkPhoto(photo: Blob): Promise<PhotoCheck> {
  startPhotoCheckWorker();
  const running = worker;
  if (!running) return Promise.resolve(UNCHECKED);
  lastId += 1;
  const id = lastId;
  let result = UNCHECKED;
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      running.removeEventListener("message", onMessage);
      running.removeEventListener("error", finish);
      resolve(result);
    };
    const onMessage = ({ data }: MessageEvent<PhotoCheckResponse>): void => {
      if (data.id !== id) return;
      result = data;
      if (data.isComplete) finish();
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    running.addEventListener("message", onMessage);
    running.addEventListener("error", finish);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    running.postMessage({ id, photo } satisfies PhotoCheckRequest);
  });
}
