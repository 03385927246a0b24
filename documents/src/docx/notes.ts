import type { Block } from "@precount/domain";
import { formatCount } from "./number-formats.ts";
import { type XmlElement, childrenOf } from "./xml.ts";

type NoteKind = "footnote" | "endnote";

/** Footnotes and endnotes in the order of their references. Word numbers the kinds separately, endnotes in roman numerals. */
export class Notes {
  readonly #notes: Record<NoteKind, ReadonlyMap<string, XmlElement>>;
  readonly #referred = new Map<XmlElement, string>();
  readonly #counts: Record<NoteKind, number> = { footnote: 0, endnote: 0 };

  /** @param parts footnotes.xml and endnotes.xml, undefined where a document has none */
  constructor(parts: Record<NoteKind, XmlElement | undefined>) {
    this.#notes = { footnote: byId(parts.footnote), endnote: byId(parts.endnote) };
  }

  /** The reference mark of a note, the same for repeated references; "" for a missing note. */
  refer(kind: NoteKind, id: string): string {
    const note = this.#notes[kind].get(id);
    if (!note) return "";
    const known = this.#referred.get(note);
    if (known !== undefined) return known;
    this.#counts[kind] += 1;
    const mark = `[${formatCount(this.#counts[kind], kind === "endnote" ? "lowerRoman" : "decimal")}]`;
    this.#referred.set(note, mark);
    return mark;
  }

  /** Reads all referenced notes, each with its mark before its text. */
  read(readBlocks: (note: XmlElement) => Block[]): Block[] {
    return [...this.#referred].flatMap(([note, mark]) => {
      const blocks = readBlocks(note);
      const first = blocks.find((block) => block.kind !== "table" && block.kind !== "picture");
      if (first?.lines[0]) first.lines[0].text = `${mark} ${first.lines[0].text}`;
      return blocks;
    });
  }
}

const byId = (part: XmlElement | undefined): Map<string, XmlElement> =>
  new Map(childrenOf(part).map((note) => [note.attributes["w:id"] ?? "", note]));
