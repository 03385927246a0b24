import type { DocumentStructure, OrientationOverride } from "@precount/domain";
import { decodeUpright } from "@precount/photos";
import { DocumentError, type Failure, failureMessage } from "../document-error.ts";
import { layOutPages } from "../layout/lay-out.ts";
import { readImage } from "./read-image.ts";
import { textReader } from "./shared-text-reader.ts";

const NO_TEXT: Failure = {
  happened: "No text was found in this picture.",
  toDo: "Photograph the page again, closer and with more light.",
};

/** Larger photos are decoded at this size to limit memory. Readable print stays readable. */
const LONGEST_EDGE_PX = 4608;

/**
 * Reads a photo of print (JPEG, PNG, WebP, TIFF, AVIF, HEIC) as a document of one page. Places are pixels of the straightened
 * image: rotated according to `orientation`, or to the file and its text, rectified, cropped to the print, and scaled to lines of text that
 * are about 40 pixels high. Throws DocumentError when the file is not an accepted image.
 */
export async function readPhotoDocument(path: string, orientation: OrientationOverride): Promise<DocumentStructure> {
  const image = await decodeUpright(path, orientation, (edge) => Math.min(edge, LONGEST_EDGE_PX)).catch(
    (error: Error) => {
      throw new DocumentError(error.message, { cause: error });
    },
  );
  const { content } = await readImage(image, await textReader(), { isPage: false, mayTurn: orientation === "none" });
  const problems = content.words.length === 0 ? [failureMessage(NO_TEXT)] : [];
  return { kind: "picture", pages: layOutPages([content]), problems };
}
