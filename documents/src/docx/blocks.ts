import type { Block, TextLine } from "@precount/domain";
import type { Failure } from "../document-error.ts";
import { type Float, chosenBranch } from "./floats.ts";
import { InlineReader, type InlineContext, type Segment } from "./inline.ts";
import type { Numbering } from "./numbering.ts";
import {
  type NumberingPlace,
  type ParagraphStyle,
  type Styles,
  headingLevelOf,
  numberingOf,
  outlineLevelOf,
} from "./styles.ts";
import { readTable } from "./table.ts";
import { type XmlElement, childOf, childrenOf, isOn, valueOf, wholeNumber } from "./xml.ts";

export interface BlocksContext extends InlineContext {
  styles: Styles;
  numbering: Numbering;
  /** Called when a section ends with the paragraph just read. */
  endSection: () => void;
}

/** Elements around blocks that do not change how the blocks are read. */
const WRAPPERS = new Set(["w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo"]);

const FOREIGN: Failure = {
  happened: "The document embeds other documents, which were not read.",
  toDo: "Save it as PDF and upload that, or upload the embedded documents as well.",
};

/** Reads the blocks of a body, cell, note, text box, header or footer. */
export class BlocksReader {
  readonly #context: BlocksContext;
  readonly #inline: InlineReader;

  constructor(context: BlocksContext) {
    this.#context = context;
    this.#inline = new InlineReader(context);
  }

  read(container: XmlElement): Block[] {
    return [...this.#blocks(container, { carried: "" })];
  }

  /** @param state `carried`: the text of a paragraph whose end was deleted, which is prepended to the next paragraph */
  *#blocks(container: XmlElement, state: { carried: string }): Generator<Block> {
    for (const child of childrenOf(container)) {
      if (child.name === "w:p") yield* this.#paragraph(child, state);
      else if (child.name === "w:tbl") yield* this.#table(child);
      else if (WRAPPERS.has(child.name)) yield* this.#blocks(child, state);
      else if (child.name === "mc:AlternateContent") {
        const branch = chosenBranch(child);
        if (branch) yield* this.#blocks(branch, state);
      } else if (child.name === "m:oMathPara" || child.name === "m:oMath") {
        yield* this.#paragraph({ name: "w:p", attributes: {}, children: [child] }, state);
      } else if (child.name === "w:altChunk" || child.name === "w:subDoc") this.#context.problem(FOREIGN);
    }
  }

  #table(element: XmlElement): Block[] {
    const { table, after } = readTable(element, {
      pages: this.#context.pages,
      hasDistinctFirstRow: this.#context.styles.hasDistinctFirstRow,
      readBlocks: (container) => this.read(container),
    });
    return table ? [table, ...after] : after;
  }

  #paragraph(element: XmlElement, state: { carried: string }): Block[] {
    const { pages, endSection } = this.#context;
    const properties = childOf(element, "w:pPr");
    if (isOn(properties, "w:pageBreakBefore")) pages.breakUnlessFresh();
    const { segments, floats } = this.#inline.read(element);
    const [first] = segments;
    if (state.carried !== "" && first) first.text = state.carried + first.text;
    else if (state.carried !== "") segments.push({ page: pages.current, text: state.carried });
    state.carried = "";
    const last = segments.at(-1);
    if (last && childOf(childOf(properties, "w:rPr"), "w:del")) {
      state.carried = last.text;
      segments.pop();
    }
    const blocks = [...this.#textBlocks(properties, segments), ...this.#floatBlocks(floats)];
    if (childOf(properties, "w:sectPr")) endSection();
    return blocks;
  }

  #textBlocks(properties: XmlElement | undefined, segments: readonly Segment[]): Block[] {
    const style = this.#context.styles.ofParagraph(valueOf(properties, "w:pStyle"));
    const place = placeInList(properties, style);
    const marker = place && this.#context.numbering.next(place);
    const outline = outlineLevelOf(properties);
    const level = outline === undefined ? style.headingLevel : headingLevelOf(outline);
    return segments.flatMap((segment, at): Block[] => {
      const lines = linesOf(segment);
      const [first] = lines;
      if (!first) return [];
      const found = { page: segment.page, place: null, confidence: 1 };
      if (at > 0 || (level === null && marker === null)) return [{ kind: "paragraph", lines, ...found }];
      if (level === null)
        return [{ kind: "listItem", depth: place?.level ?? 0, marker: marker ?? "", lines, ...found }];
      // A numbered heading is no list item; its number is part of its text.
      if (marker) first.text = `${marker} ${first.text}`;
      return [{ kind: "heading", level, lines, ...found }];
    });
  }

  #floatBlocks(floats: readonly Float[]): Block[] {
    const found = { page: this.#context.pages.current, place: null, confidence: 1 };
    return floats.flatMap((float): Block[] => {
      if (float.kind === "textBox") return this.read(float.content);
      if (float.kind === "picture") return [{ kind: "picture", alt: float.alt, ...found }];
      const lines = linesOf({ page: found.page, text: float.text });
      return lines.length > 0 ? [{ kind: "paragraph", lines, ...found }] : [];
    });
  }
}

/** The list and level of a paragraph, else of its style. A paragraph may override only the level. */
function placeInList(properties: XmlElement | undefined, style: ParagraphStyle): NumberingPlace | null {
  const own = numberingOf(properties);
  if (own || !style.numbering) return own;
  const level = wholeNumber(valueOf(childOf(properties, "w:numPr"), "w:ilvl"), 8);
  return level === undefined ? style.numbering : { ...style.numbering, level };
}

const linesOf = ({ page, text }: Segment): TextLine[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, page, place: null, confidence: 1 }));
