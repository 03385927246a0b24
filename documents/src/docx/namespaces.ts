/*
 * Word's namespaces (ECMA-376) in the transitional and the strict form, with their usual prefixes. A file may choose others.
 */
const TRANSITIONAL = "http://schemas.openxmlformats.org";
const STRICT = "http://purl.oclc.org/ooxml";

const PREFIXES: Readonly<Record<string, string>> = {
  [`${TRANSITIONAL}/wordprocessingml/2006/main`]: "w",
  [`${STRICT}/wordprocessingml/main`]: "w",
  [`${TRANSITIONAL}/officeDocument/2006/relationships`]: "r",
  [`${STRICT}/officeDocument/relationships`]: "r",
  [`${TRANSITIONAL}/officeDocument/2006/math`]: "m",
  [`${STRICT}/officeDocument/math`]: "m",
  [`${TRANSITIONAL}/drawingml/2006/wordprocessingDrawing`]: "wp",
  [`${STRICT}/drawingml/wordprocessingDrawing`]: "wp",
  [`${TRANSITIONAL}/drawingml/2006/main`]: "a",
  [`${STRICT}/drawingml/main`]: "a",
  [`${TRANSITIONAL}/drawingml/2006/picture`]: "pic",
  [`${STRICT}/drawingml/picture`]: "pic",
  [`${TRANSITIONAL}/drawingml/2006/chart`]: "c",
  [`${STRICT}/drawingml/chart`]: "c",
  [`${TRANSITIONAL}/drawingml/2006/diagram`]: "dgm",
  [`${STRICT}/drawingml/diagram`]: "dgm",
  [`${TRANSITIONAL}/markup-compatibility/2006`]: "mc",
  "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
  "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup": "wpg",
  "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas": "wpc",
  "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
  "urn:schemas-microsoft-com:vml": "v",
  "urn:schemas-microsoft-com:office:office": "o",
  // Parts of the package itself use only one namespace, so they need no prefix.
  [`${TRANSITIONAL}/package/2006/relationships`]: "",
  [`${TRANSITIONAL}/package/2006/content-types`]: "",
  "http://www.w3.org/XML/1998/namespace": "xml",
  "": "",
};

/** The usual prefix of a namespace; `x` for an unknown one. */
export const prefixOf = (uri: string): string => PREFIXES[uri] ?? "x";
