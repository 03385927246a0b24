import type { Readable } from "node:stream";

/** A file that is generated while it is sent. */
export type Download = {
  /** The file name without its extension. */
  title: string;
  extension: string;
  /** The media type. */
  type: string;
  content: () => Readable;
};
