/** Widths the server keeps pictures in (contract of `contents?w=`). */
export type PhotoWidth = 320 | 2048 | "full";

/** `src` comes from the server and may carry a `v` that changes when the picture does. */
export function photoUrl(src: string, width: PhotoWidth): string {
  return `${src}${src.includes("?") ? "&" : "?"}w=${width}`;
}
