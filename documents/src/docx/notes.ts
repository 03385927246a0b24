import type { Block } from "@precount/domain";
import { formatCount } from "./number-formats.ts";
import { type XmlElement, childrenOf } from "./xml.ts";

type NoteKind = "footnote" | "endnote";

/** Notes in the order in which the text refers to them; Word counts the two kinds apart, endnotes in roman letters. */
export class Notes {
  readonly #parts: Record<NoteKind, XmlElement | undefined>;
  readonly #referred: { sign: string; note: XmlElement }[] = [];
  readonly #counts: Record<NoteKind, number> = { footnote: 0, endnote: 0 };

  /** @param parts footnotes.xml and endnotes.xml, undefined where a document has none */
  constructor(parts: Record<NoteKind, XmlElement | undefined>) {
    this.#parts = parts;
  }

  /** The sign that stands in the text; "" for a note that is not there. */
  refer(kind: NoteKind, id: string): string {
    const note = childrenOf(this.#parts[kind], `w:${kind}`).find(({ attributes }) => attributes["w:id"] === id);
    if (!note) return "";
    this.#counts[kind] += 1;
    const sign = `[${formatCount(this.#counts[kind], kind === "endnote" ? "lowerRoman" : "decimal")}]`;
    this.#referred.push({ sign, note });
    return sign;
  }

  /** All that the text referred to, each behind its sign. */
  read(readBlocks: (note: XmlElement) => Block[]): Block[] {
    // A note may refer to none, so the list does not grow meanwhile.
    return this.#referred.flatMap(({ sign, note }) => {
      const blocks = readBlocks(note);
      const first = blocks.find((block) => block.kind !== "table" && block.kind !== "picture");
      if (first?.lines[0]) first.lines[0].text = `${sign} ${first.lines[0].text}`;
      return blocks;
    });
  }
}
