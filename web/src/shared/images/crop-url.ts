import { type Rect, cropKey } from "@precount/domain";

/** The URL of the crop of a box. `src` is the URL of the photo's contents with its version, which stays in the URL. */
export const cropUrl = (src: string, rect: Rect): string =>
  src.replace(/\/contents(?=\?|$)/, `/crops/${cropKey(rect)}`);
