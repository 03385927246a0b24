import type { DocumentStructure, Rotation } from "@precount/domain";
import { readDocx } from "./docx/read-docx.ts";
import { readPdf } from "./pdf/read-pdf.ts";
import { readPhotoDocument } from "./picture/read-photo-document.ts";
import { scanReader } from "./picture/read-scan.ts";
import type { DocumentKind } from "./sniff.ts";

export interface ReadOptions {
  /** How a picture or scanned page is turned before it is read; pages of text say themselves how they stand. */
  orientation: Rotation;
  /** Pages that are pictures are begun within so long. */
  picturesMs: number;
}

/** Reads a document of any kind. Throws DocumentError when nothing of it can be read. */
export async function readDocument(
  path: string,
  kind: DocumentKind,
  { orientation, picturesMs }: ReadOptions,
): Promise<DocumentStructure> {
  if (kind === "docx") return readDocx(path);
  if (kind === "picture") return readPhotoDocument(path, orientation);
  const scans = scanReader(performance.now() + picturesMs, orientation);
  const structure = await readPdf(path, { readPicture: scans.readPicture });
  return { ...structure, problems: [...structure.problems, ...scans.problems()] };
}
