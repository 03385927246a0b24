/** The image widths that the server provides (contract of `contents?w=`). */
export type PhotoWidth = 320 | 2048 | "full";

/** The URL of one width. `src` comes from the server and may carry a version `v` that changes when the image is rotated. */
export function photoUrl(src: string, width: PhotoWidth): string {
  return `${src}${src.includes("?") ? "&" : "?"}w=${width}`;
}

/** The contents of an image of which only the id is known. Without a version, the browser revalidates it on each use. */
export const imageContentsUrl = (slug: string, imageSid: string): string =>
  `/api/projects/${encodeURIComponent(slug)}/images/${imageSid}/contents`;
