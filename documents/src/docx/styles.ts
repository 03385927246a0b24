import { type XmlElement, childOf, childrenOf, valueOf, wholeNumber } from "./xml.ts";

/** What of a paragraph's style matters to how it is read. */
export interface ParagraphStyle {
  /** 1–6, null for what is no heading. */
  headingLevel: number | null;
  /** The list it belongs to without saying so itself. */
  numbering: NumberingPlace | null;
}

export interface NumberingPlace {
  numId: string;
  /** 0–8. */
  level: number;
}

export interface Styles {
  /** Of the style with that id, of the default one without. */
  ofParagraph: (styleId: string | undefined) => ParagraphStyle;
  /** Whether tables of that style show their first row unlike the others. */
  setsOffFirstRow: (styleId: string | undefined) => boolean;
}

/** Word's nine outline levels; one above is body text. */
const OUTLINE_LEVELS = 9;
const MAX_ANCESTORS = 20;

/**
 * Reads the styles a document names. Word stores its own styles' names in English whatever language it speaks.
 * @param root of styles.xml, undefined where a document has none
 */
export function readStyles(root: XmlElement | undefined): Styles {
  const styles = new Map(childrenOf(root, "w:style").map((style) => [style.attributes["w:styleId"] ?? "", style]));
  const defaultId = [...styles].find(([, style]) => isDefaultParagraph(style))?.[0];
  const known = new Map<string | undefined, ParagraphStyle>();
  return {
    ofParagraph: (styleId = defaultId) => {
      const style = known.get(styleId) ?? resolve(ancestry(styles, styleId));
      known.set(styleId, style);
      return style;
    },
    setsOffFirstRow: (styleId) => ancestry(styles, styleId).some(hasFirstRow),
  };
}

const hasFirstRow = (style: XmlElement): boolean =>
  childrenOf(style, "w:tblStylePr").some(({ attributes }) => attributes["w:type"] === "firstRow");

const isDefaultParagraph = ({ attributes }: XmlElement): boolean =>
  attributes["w:type"] === "paragraph" && ["1", "true", "on"].includes(attributes["w:default"] ?? "");

/** A style and those it is based on, itself first. */
function ancestry(styles: ReadonlyMap<string, XmlElement>, styleId: string | undefined): XmlElement[] {
  const chain: XmlElement[] = [];
  let style = styles.get(styleId ?? "");
  while (style && chain.length < MAX_ANCESTORS && !chain.includes(style)) {
    chain.push(style);
    style = styles.get(valueOf(style, "w:basedOn") ?? "");
  }
  return chain;
}

function resolve(chain: readonly XmlElement[]): ParagraphStyle {
  const properties = chain.map((style) => childOf(style, "w:pPr"));
  const outline = properties.map((own) => outlineLevelOf(own)).find((level) => level !== undefined);
  const named = chain.map((style) => levelOfName(valueOf(style, "w:name") ?? "")).find((level) => level !== null);
  return {
    headingLevel: outline === undefined ? (named ?? null) : headingLevelOf(outline),
    numbering: properties.map((own) => numberingOf(own)).find((place) => place !== null) ?? null,
  };
}

function levelOfName(name: string): number | null {
  if (/^title$/i.test(name)) return 1;
  const digit = /^heading ([1-9])$/i.exec(name)?.[1];
  return digit === undefined ? null : headingLevelOf(Number(digit) - 1);
}

/** A paragraph's place in the outline, counted from 0; undefined when it says nothing. */
export const outlineLevelOf = (properties: XmlElement | undefined): number | undefined =>
  wholeNumber(valueOf(properties, "w:outlineLvl"), OUTLINE_LEVELS);

/** Six levels of headings for Word's nine; null for body text. */
export const headingLevelOf = (outlineLevel: number): number | null =>
  outlineLevel >= OUTLINE_LEVELS ? null : Math.min(outlineLevel + 1, 6);

/** The list that properties name; `numId` "0" says expressly that it is none. */
export function numberingOf(properties: XmlElement | undefined): NumberingPlace | null {
  const numbering = childOf(properties, "w:numPr");
  const numId = valueOf(numbering, "w:numId");
  if (numId === undefined) return null;
  return { numId, level: wholeNumber(valueOf(numbering, "w:ilvl"), 8) ?? 0 };
}
