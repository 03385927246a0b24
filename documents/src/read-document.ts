import type { DocumentStructure, OrientationOverride } from "@precount/domain";
import { readDocx } from "./docx/read-docx.ts";
import { type ReadPdfOptions, readPdf } from "./pdf/read-pdf.ts";
import { readPhotoDocument } from "./image/read-photo-document.ts";
import { createScanReader } from "./image/read-scan.ts";
import type { DocumentKind } from "./sniff.ts";

export interface ReadOptions extends Pick<ReadPdfOptions, "onPage" | "savePage" | "stopSignal"> {
  /** The rotation of an image or scanned page before it is read. Pages with a text layer are not rotated. */
  orientation: OrientationOverride;
  /** No scanned page is started after this time. Without it the time grows with the number of pages. */
  scansMs?: number;
}

/** Reads a document of any kind. Throws DocumentError when it cannot be read. */
export async function readDocument(
  path: string,
  kind: DocumentKind,
  { orientation, scansMs, ...options }: ReadOptions,
): Promise<DocumentStructure> {
  if (kind === "docx") return readDocx(path);
  if (kind === "picture") return readPhotoDocument(path, orientation);
  const until = scansMs === undefined ? Infinity : performance.now() + scansMs;
  const scans = createScanReader(until, orientation);
  const growsWithPages = scansMs === undefined;
  const structure = await readPdf(path, { ...options, readScannedPage: scans.readScannedPage, growsWithPages });
  return { ...structure, problems: [...structure.problems, ...scans.problems()] };
}
