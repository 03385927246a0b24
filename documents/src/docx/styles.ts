import { type XmlElement, childOf, childrenOf, valueOf, wholeNumber } from "./xml.ts";

/** The properties of a paragraph style that affect reading. */
export interface ParagraphStyle {
  /** 1–6; null for other paragraphs. */
  headingLevel: number | null;
  /** The list that the style assigns. */
  numbering: NumberingPlace | null;
}

export interface NumberingPlace {
  numId: string;
  /** 0–8. */
  level: number;
}

export interface Styles {
  /** The style with an id, or the default style. */
  ofParagraph: (styleId: string | undefined) => ParagraphStyle;
  /** Whether a table style formats the first row differently. */
  hasDistinctFirstRow: (styleId: string | undefined) => boolean;
}

/** Word's number of outline levels; the next higher value means body text. */
const OUTLINE_LEVELS = 9;
const MAX_ANCESTORS = 20;

/**
 * Reads a document's styles. Word stores the names of built-in styles in English in every language version.
 * @param root of styles.xml; undefined when the document has none
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
    hasDistinctFirstRow: (styleId) => ancestry(styles, styleId).some(hasFirstRow),
  };
}

const hasFirstRow = (style: XmlElement): boolean =>
  childrenOf(style, "w:tblStylePr").some(({ attributes }) => attributes["w:type"] === "firstRow");

const isDefaultParagraph = ({ attributes }: XmlElement): boolean =>
  attributes["w:type"] === "paragraph" && ["1", "true", "on"].includes(attributes["w:default"] ?? "");

/** A style and its ancestors, itself first. */
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

/** A paragraph's own outline level, from 0; undefined when not set. */
export const outlineLevelOf = (properties: XmlElement | undefined): number | undefined =>
  wholeNumber(valueOf(properties, "w:outlineLvl"), OUTLINE_LEVELS);

/** Maps Word's nine outline levels to six heading levels; null for body text. */
export const headingLevelOf = (outlineLevel: number): number | null =>
  outlineLevel >= OUTLINE_LEVELS ? null : Math.min(outlineLevel + 1, 6);

/** The list that properties assign; `numId` "0" means no list, overriding the style. */
export function numberingOf(properties: XmlElement | undefined): NumberingPlace | null {
  const numbering = childOf(properties, "w:numPr");
  const numId = valueOf(numbering, "w:numId");
  if (numId === undefined) return null;
  return { numId, level: wholeNumber(valueOf(numbering, "w:ilvl"), 8) ?? 0 };
}
