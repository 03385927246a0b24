import { useSyncExternalStore } from "react";
import { sendUpload } from "./send-upload.ts";
import type { Upload } from "./upload.ts";
import { Uploads, isAnyOpen } from "./uploads.ts";

/** The uploads of this page. */
export const uploads = new Uploads(sendUpload);

// Leaving the page would lose the files that are not uploaded, so the browser asks first.
addEventListener("beforeunload", (event) => {
  if (isAnyOpen(uploads.all())) event.preventDefault();
});

export const useUploads = (slug: string): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, () => uploads.of(slug));
export const useAllUploads = (): ReadonlyMap<string, readonly Upload[]> =>
  useSyncExternalStore(uploads.subscribe, uploads.all);
