/** Characters that XML cannot represent. */
// oxlint-disable-next-line no-control-regex -- these are the control characters that XML forbids
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for an XML element or for an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
