import { INVALID_XML_CHARACTERS } from "../common/xml-characters.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for an XML element or for an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(INVALID_XML_CHARACTERS, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
