import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { DocumentError } from "../document-error.ts";
import { prefixOf } from "./namespaces.ts";

/** An element under the name that its namespace usually has, whatever prefix the file chose: `w:p`, `r:id`, `Override`. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** Deeper than any document nests, and shallow enough to walk by recursion. */
const MAX_DEPTH = 400;
/** 33,000 rows of five cells (31 MB) have so many; with all outputs they take 690 MB. */
const MAX_ELEMENTS = 1_200_000;
/** How things look, which is most of what Word writes, and nothing that is read here. */
const LOOKS = new Set(
  [
    ..."b bCs i iCs u sz szCs color lang kern spacing ind jc shd highlight noProof rtl cs w position effect bdr".split(
      " ",
    ),
    ..."tcW tcBorders tcMar vAlign noWrap hideMark textDirection tblPrEx tblGrid tblW tblInd tblBorders tblLayout tblCellMar tblCellSpacing tblpPr trHeight cantSplit".split(
      " ",
    ),
    ..."tabs pBdr keepNext keepLines widowControl contextualSpacing cnfStyle proofErr bookmarkStart bookmarkEnd".split(
      " ",
    ),
  ].map((name) => `w:${name}`),
);
/** Of an element that has none. */
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});
/** Which session of Word wrote it: on every paragraph and run, and of no use. */
const isTrace = (local: string): boolean => local.startsWith("rsid") || local === "paraId" || local === "textId";
/** Blanks between other elements are layout of the file, not text. */
const TEXT_HOLDERS = new Set(["w:t", "m:t"]);

const DECLARES =
  "This document's inside declares XML entities, which Word never does and which may be an attack: it was not read.";
const TOO_DEEP = "This document nests its content deeper than can be read.";
const TOO_MANY = "This document has more content than can be read at once: split it and add the parts.";
export const DAMAGED = "This Word document is damaged. Open it in Word, save it anew and add it again.";

/**
 * Reads a part of a package. Nothing but the five entities of XML is known and no DTD is accepted, so it can neither grow
 * by itself nor ask for other files. Throws a sentence for a person.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>): Promise<XmlElement> {
  const builder = new TreeBuilder();
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    builder.write(decoder.decode(chunk, { stream: true }));
  }
  return builder.close();
}

/** By its byte order mark; packages hold UTF-8 and UTF-16 only. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

class TreeBuilder {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #open: XmlElement[] = [];
  /** How deep we are in something that only says how things look. */
  #depthInLooks = 0;
  #root: XmlElement | undefined;
  #elements = 0;
  /** What we refuse ourselves, as against what is not well-formed. */
  #refusal: DocumentError | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on("doctype", () => this.#refuse(DECLARES));
    parser.on("opentag", ({ uri, local, attributes }) => this.#begin(prefixed(uri, local), attributes));
    parser.on("closetag", () => this.#end());
    parser.on("text", (text) => this.#text(text));
    parser.on("cdata", (text) => this.#text(text));
  }

  write(text: string): void {
    this.#guarded(() => this.#parser.write(text));
  }

  close(): XmlElement {
    this.#guarded(() => this.#parser.close());
    if (!this.#root) throw new DocumentError(DAMAGED);
    return this.#root;
  }

  #guarded(parse: () => unknown): void {
    try {
      parse();
    } catch (error) {
      throw this.#refusal ?? new DocumentError(DAMAGED, { cause: error });
    }
  }

  #refuse(message: string): never {
    this.#refusal = new DocumentError(message);
    throw this.#refusal;
  }

  #begin(name: string, attributes: Record<string, { uri: string; local: string; value: string }>): void {
    if (this.#depthInLooks > 0 || LOOKS.has(name)) {
      this.#depthInLooks += 1;
      return;
    }
    if (this.#open.length >= MAX_DEPTH) this.#refuse(TOO_DEEP);
    if (++this.#elements > MAX_ELEMENTS) this.#refuse(TOO_MANY);
    const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] };
    this.#root ??= element;
    this.#open.push(element);
  }

  #end(): void {
    if (this.#depthInLooks > 0) {
      this.#depthInLooks -= 1;
      return;
    }
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (element && parent) parent.children.push(element);
  }

  #text(text: string): void {
    const parent = this.#depthInLooks > 0 ? undefined : this.#open.at(-1);
    if (parent && TEXT_HOLDERS.has(parent.name)) parent.children.push(text);
  }
}

function attributesOf(given: Record<string, { uri: string; local: string; value: string }>): Record<string, string> {
  let kept = NO_ATTRIBUTES;
  for (const { uri, local, value } of Object.values(given)) {
    if (isTrace(local)) continue;
    if (kept === NO_ATTRIBUTES) kept = {};
    kept[prefixed(uri, local)] = value;
  }
  return kept;
}

function prefixed(uri: string, local: string): string {
  const prefix = prefixOf(uri);
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** The first child of that name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== "string" && child.name === name);

/** All children that are elements, or those of a name. */
export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );

/** `w:val` of the first child of that name. */
export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes["w:val"];

/** A switch of Word's: there and not said to be off. */
export function isOn(element: XmlElement | undefined, name: string): boolean {
  const found = childOf(element, name);
  return found !== undefined && !["0", "false", "off"].includes(found.attributes["w:val"] ?? "");
}

/** A whole number from 0 to `most`; undefined for what is none. */
export function wholeNumber(text: string | undefined, most: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  return Math.min(Number(text), most);
}
