import type { Block } from "@precount/domain";
import { formatCount } from "./number-formats.ts";
import { type XmlElement, childrenOf } from "./xml.ts";

type NoteKind = "footnote" | "endnote";

/** Notes in the order in which the text refers to them; Word counts the two kinds apart, endnotes in roman letters. */
export class Notes {
  readonly #notes: Record<NoteKind, ReadonlyMap<string, XmlElement>>;
  readonly #referred = new Map<XmlElement, string>();
  readonly #counts: Record<NoteKind, number> = { footnote: 0, endnote: 0 };

  /** @param parts footnotes.xml and endnotes.xml, undefined where a document has none */
  constructor(parts: Record<NoteKind, XmlElement | undefined>) {
    this.#notes = { footnote: byId(parts.footnote), endnote: byId(parts.endnote) };
  }

  /** The sign that stands in the text, the same for the same note; "" for a note that is not there. */
  refer(kind: NoteKind, id: string): string {
    const note = this.#notes[kind].get(id);
    if (!note) return "";
    const known = this.#referred.get(note);
    if (known !== undefined) return known;
    this.#counts[kind] += 1;
    const sign = `[${formatCount(this.#counts[kind], kind === "endnote" ? "lowerRoman" : "decimal")}]`;
    this.#referred.set(note, sign);
    return sign;
  }

  /** All that the text referred to, each behind its sign. */
  read(readBlocks: (note: XmlElement) => Block[]): Block[] {
    return [...this.#referred].flatMap(([note, sign]) => {
      const blocks = readBlocks(note);
      const first = blocks.find((block) => block.kind !== "table" && block.kind !== "picture");
      if (first?.lines[0]) first.lines[0].text = `${sign} ${first.lines[0].text}`;
      return blocks;
    });
  }
}

const byId = (part: XmlElement | undefined): Map<string, XmlElement> =>
  new Map(childrenOf(part).map((note) => [note.attributes["w:id"] ?? "", note]));
