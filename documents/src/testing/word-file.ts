import { strToU8, zipSync } from "fflate";

const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Declares the prefixes that a test's XML uses. */
export const NAMESPACES = Object.entries({
  w: "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  r: OFFICE,
  m: "http://schemas.openxmlformats.org/officeDocument/2006/math",
  a: "http://schemas.openxmlformats.org/drawingml/2006/main",
  wp: "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
  pic: "http://schemas.openxmlformats.org/drawingml/2006/picture",
  c: "http://schemas.openxmlformats.org/drawingml/2006/chart",
  mc: "http://schemas.openxmlformats.org/markup-compatibility/2006",
  wps: "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

export const contentTypes = (main = "openxmlformats-officedocument.wordprocessingml.document.main"): string =>
  `<Types xmlns="${TYPES}"><Override PartName="/word/document.xml" ContentType="application/vnd.${main}+xml"/></Types>`;

export const relationships = (
  ...targets: { id: string; kind: string; target: string; isExternal?: boolean }[]
): string =>
  `<Relationships xmlns="${RELATIONSHIPS}">${targets
    .map(
      ({ id, kind, target, isExternal }) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"${isExternal ? ' TargetMode="External"' : ""}/>`,
    )
    .join("")}</Relationships>`;

/** The required parts of a Word document around a body's XML. `others` adds or replaces parts. */
export const wordParts = (body: string, others: Record<string, string> = {}): Record<string, string> => ({
  "[Content_Types].xml": contentTypes(),
  "_rels/.rels": relationships({ id: "rId1", kind: "officeDocument", target: "word/document.xml" }),
  "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
  ...others,
});

/** Packs parts into a Word document. */
export const wordFile = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

/** A paragraph of one run. */
export const paragraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
