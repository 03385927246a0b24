/** Widths the server keeps pictures in (contract of `contents?w=`). */
export type PhotoWidth = 320 | 2048 | "full";

/** `src` comes from the server and may carry a `v` that changes when the picture does. */
export function photoUrl(src: string, width: PhotoWidth): string {
  return `${src}${src.includes("?") ? "&" : "?"}w=${width}`;
}

/** The picture of a photo of which only its id is known: asked for anew each time, for nobody knows whether it was turned. */
export const imageContentsUrl = (slug: string, imageSid: string): string =>
  `/api/projects/${encodeURIComponent(slug)}/images/${imageSid}/contents`;
