export type PdfObject = string | Buffer;

/** Writes a PDF from raw objects, which may be invalid. Objects are numbered from 1; the first is the catalog. */
export function rawPdf(objects: readonly PdfObject[], trailer = ""): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const starts: number[] = [];
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    starts.push(at);
    add(Buffer.concat([latin(`${index + 1} 0 obj\n`), latin(object), latin("\nendobj\n")]));
  }
  const entries = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  add(latin(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const latin = (text: PdfObject): Buffer => (typeof text === "string" ? Buffer.from(text, "latin1") : text);

export function stream(dictionary: string, bytes: Buffer | string): Buffer {
  const body = latin(bytes);
  return Buffer.concat([latin(`<< ${dictionary} /Length ${body.length} >>\nstream\n`), body, latin("\nendstream")]);
}

export interface OnePage {
  content: Buffer | string;
  /** Entries of the content stream, such as `/Filter /FlateDecode`. */
  filter?: string;
  mediaBox?: string;
  /** Entries of the page's resources. */
  resources?: string;
  /** Entries of the catalog and of the page. */
  catalog?: string;
  page?: string;
  /** More objects, numbered from 6. */
  more?: readonly PdfObject[];
}

/** A PDF with one page. Its font /F1 is Helvetica. */
export function onePage({
  content,
  filter = "",
  mediaBox = "[0 0 595 842]",
  resources = "",
  ...rest
}: OnePage): Buffer {
  const { catalog = "", page = "", more = [] } = rest;
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    stream(filter, content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...more,
  ]);
}

/** A line of text for a content stream. */
export const shown = (text: string, x = 72, y = 700): string => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`;
