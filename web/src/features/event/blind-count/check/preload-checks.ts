import { cropUrl } from "../../../../shared/images/crop-url.ts";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import type { ShownCheck } from "../types.ts";

/** The number of checks whose images are kept decoded: the next one, and one more for a person who answers within a second. */
const DECODED = 2;

const urlsOf = ({ rect, photo }: ShownCheck): string[] => [
  ...(rect ? [cropUrl(photo.contentsUrl, rect)] : []),
  photoUrl(photo.contentsUrl, 2048),
];

/**
 * Loads the images of all checks into the browser's cache, in the order in which they are shown, so that the checks that were taken can
 * be answered without a network.
 */
export async function preloadChecks(checks: readonly ShownCheck[]): Promise<void> {
  for (const check of checks) {
    // oxlint-disable-next-line no-await-in-loop -- the images of a later check must not delay those of the next one
    await Promise.all(urlsOf(check).map(decodeImage));
  }
}

/**
 * Decodes the images of the checks after the shown one. The browser frees decoded images that no element has, so the caller keeps these
 * until they are shown.
 */
export const decodeNext = ([, ...next]: readonly ShownCheck[]): HTMLImageElement[] =>
  next.slice(0, DECODED).flatMap((check) =>
    urlsOf(check).map((url) => {
      const image = imageOf(url);
      void image.decode().catch(() => undefined);
      return image;
    }),
  );

/** Resolves after an error too: the screen loads the image again when it shows it. */
const decodeImage = (url: string): Promise<void> =>
  imageOf(url)
    .decode()
    .catch(() => undefined);

function imageOf(url: string): HTMLImageElement {
  const image = new Image();
  image.src = url;
  return image;
}
