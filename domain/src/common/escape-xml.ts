import { INVALID_XML_CHARACTERS } from "./xml-characters.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for an element of XML or HTML, or for an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(INVALID_XML_CHARACTERS, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
