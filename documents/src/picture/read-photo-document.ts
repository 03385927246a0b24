import type { DocumentStructure, Rotation } from "@precount/domain";
import { decodeUpright } from "@precount/photos";
import { DocumentError } from "../document-error.ts";
import { layOut } from "../layout/lay-out.ts";
import { readPicture } from "./read-picture.ts";
import { textReader } from "./text-reader.ts";

/** Larger photos are decoded smaller: print that is readable at all is so then, and memory goes by it. */
const LONGEST_EDGE_PX = 4608;

/**
 * A photo or other picture of print (JPEG, PNG, WebP, TIFF, AVIF, HEIC) as a document of one page. Places are pixels of the
 * picture set straight: turned as the file or `orientation` says, its rows made level and its columns upright, cut to the
 * part with print and scaled so that lines of text are about 40 pixels high. Throws DocumentError when the
 * file is no picture that we take.
 */
export async function readPhotoDocument(path: string, orientation: Rotation): Promise<DocumentStructure> {
  const picture = await decodeUpright(path, orientation, (edge) => Math.min(edge, LONGEST_EDGE_PX)).catch(
    (error: Error) => {
      throw new DocumentError(error.message, { cause: error });
    },
  );
  const marks = await readPicture(picture, await textReader(), false);
  const problems = marks.words.length === 0 ? ["No text was found in this picture."] : [];
  return { kind: "picture", pages: layOut([marks]), problems };
}
