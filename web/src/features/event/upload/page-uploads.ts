import { useSyncExternalStore } from "react";
import { sendPhoto } from "./send-photo.ts";
import type { UploadQueue } from "./upload-queue.ts";
import { Uploads, isAnyOpen } from "./uploads.ts";

/** The page's one. */
export const uploads = new Uploads(sendPhoto);

// Files chosen once cannot be asked for again: a page that goes takes them along, so the browser asks first.
addEventListener("beforeunload", (event) => {
  if (isAnyOpen(uploads.all())) event.preventDefault();
});

export const useUploads = (slug: string): UploadQueue =>
  useSyncExternalStore(uploads.subscribe, () => uploads.of(slug));
export const useAllUploads = (): ReadonlyMap<string, UploadQueue> =>
  useSyncExternalStore(uploads.subscribe, uploads.all);
