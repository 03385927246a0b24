import { useEffect, useSyncExternalStore } from "react";
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

/** The event whose upload screen is open. The page for a missing event, which can take its place, shows no uploads. */
let shownSlug: string | null = null;
const shownListeners = new Set<() => void>();

function show(slug: string | null): void {
  shownSlug = slug;
  for (const listener of shownListeners) listener();
}

/** While mounted, the uploads to this event are on the screen. */
export function useShowsUploads(slug: string): void {
  useEffect(() => {
    show(slug);
    return () => show(null);
  }, [slug]);
}

const subscribeToShown = (listener: () => void): (() => void) => {
  shownListeners.add(listener);
  return () => shownListeners.delete(listener);
};
export const useAreUploadsShown = (): boolean =>
  useSyncExternalStore(subscribeToShown, () => shownSlug !== null && uploads.all().has(shownSlug));
