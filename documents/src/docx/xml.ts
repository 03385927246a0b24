import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { DocumentError, type Failure } from "../document-error.ts";
import { prefixOf } from "./namespaces.ts";

/** An element whose name has the usual prefix of its namespace, for any prefix in the file: `w:p`, `r:id`, `Override`. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** Deeper than any real document, and safe for recursion. */
const MAX_DEPTH = 400;
/** The elements of 33,000 rows with five cells (31 MB); with all outputs they take 690 MB of memory. */
const MAX_ELEMENTS = 1_200_000;
/** Formatting elements, which are most of a file and are not needed. */
const FORMATTING_ELEMENTS = new Set(
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
/** Shared by all elements without attributes, to save memory. */
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});
/** Whether an attribute identifies an editing session of Word. Every paragraph and run has some. */
const isSessionId = (local: string): boolean => local.startsWith("rsid") || local === "paraId" || local === "textId";
/** The elements that contain text. Whitespace in other elements is formatting of the file. */
const TEXT_HOLDERS = new Set(["w:t", "m:t"]);

const HAS_ENTITIES: Failure = {
  happened: "This Word document declares XML entities, which Word never does and which may be an attack.",
  toDo: "If you trust its source, open it in Word, save it as PDF and upload that.",
};
const TOO_DEEP: Failure = {
  happened: "This Word document nests its content deeper than can be read.",
  toDo: "Save it as PDF and upload that.",
};
const TOO_MANY: Failure = {
  happened: "This Word document has more content than can be read at once.",
  toDo: "Split it and upload the parts.",
};
export const DAMAGED: Failure = {
  happened: "This Word document is damaged.",
  toDo: "Open it in Word, save it again and upload it again.",
};

/**
 * Parses a part of a package. Accepts no DTD and only XML's five predefined entities, so that the document can neither expand nor
 * load other files. Throws DocumentError.
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

/** The encoding by the byte order mark. Packages contain only UTF-8 and UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

class TreeBuilder {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #open: XmlElement[] = [];
  /** The nesting depth inside a formatting element; 0 outside. */
  #formattingDepth = 0;
  #root: XmlElement | undefined;
  #elements = 0;
  /** Set when this class rejects the document, to distinguish it from a parser error. */
  #refusal: DocumentError | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on("doctype", () => this.#refuse(HAS_ENTITIES));
    parser.on("opentag", ({ uri, local, attributes }) => this.#begin(prefixed(uri, local), attributes));
    parser.on("closetag", () => this.#end());
    parser.on("text", (text) => this.#text(text));
    parser.on("cdata", (text) => this.#text(text));
  }

  write(text: string): void {
    this.#orThrowDamaged(() => this.#parser.write(text));
  }

  close(): XmlElement {
    this.#orThrowDamaged(() => this.#parser.close());
    if (!this.#root) throw new DocumentError(DAMAGED);
    return this.#root;
  }

  #orThrowDamaged(parse: () => unknown): void {
    try {
      parse();
    } catch (error) {
      throw this.#refusal ?? new DocumentError(DAMAGED, { cause: error });
    }
  }

  #refuse(failure: Failure): never {
    this.#refusal = new DocumentError(failure);
    throw this.#refusal;
  }

  #begin(name: string, attributes: Record<string, { uri: string; local: string; value: string }>): void {
    if (this.#formattingDepth > 0 || FORMATTING_ELEMENTS.has(name)) {
      this.#formattingDepth += 1;
      return;
    }
    if (this.#open.length >= MAX_DEPTH) this.#refuse(TOO_DEEP);
    if (++this.#elements > MAX_ELEMENTS) this.#refuse(TOO_MANY);
    const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] };
    this.#root ??= element;
    this.#open.push(element);
  }

  #end(): void {
    if (this.#formattingDepth > 0) {
      this.#formattingDepth -= 1;
      return;
    }
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (element && parent) parent.children.push(element);
  }

  #text(text: string): void {
    const parent = this.#formattingDepth > 0 ? undefined : this.#open.at(-1);
    if (parent && TEXT_HOLDERS.has(parent.name)) parent.children.push(text);
  }
}

function attributesOf(given: Record<string, { uri: string; local: string; value: string }>): Record<string, string> {
  let result = NO_ATTRIBUTES;
  for (const { uri, local, value } of Object.values(given)) {
    if (isSessionId(local)) continue;
    if (result === NO_ATTRIBUTES) result = {};
    result[prefixed(uri, local)] = value;
  }
  return result;
}

function prefixed(uri: string, local: string): string {
  const prefix = prefixOf(uri);
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** The first child with a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== "string" && child.name === name);

/** The child elements, optionally only those with a name. */
export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );

/** The `w:val` of the first child with a name. */
export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes["w:val"];

/** Whether a boolean property is set: the element exists and its value is not off. */
export function isOn(element: XmlElement | undefined, name: string): boolean {
  const found = childOf(element, name);
  return found !== undefined && !["0", "false", "off"].includes(found.attributes["w:val"] ?? "");
}

/** Parses a whole number and limits it to `max`; undefined for other text. */
export function wholeNumber(text: string | undefined, max: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  return Math.min(Number(text), max);
}
