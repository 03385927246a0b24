import type { Block, DocumentPage, DocumentStructure } from "@precount/domain";
import { DocumentError } from "../document-error.ts";
import { BlocksReader } from "./blocks.ts";
import { Notes } from "./notes.ts";
import { readNumbering } from "./numbering.ts";
import { type WordPackage, openPackage } from "./open-package.ts";
import { PageCounter } from "./page-counter.ts";
import { type Relationships, readRelationships } from "./relationships.ts";
import { sectionsOf } from "./sections.ts";
import { readStyles } from "./styles.ts";
import { DAMAGED, type XmlElement, childOf, isOn } from "./xml.ts";

/** Pages that breaks alone can make of a small file; Word itself ends at 32,767. */
const MAX_PAGES = 10_000;
/** A PDF's pictures are read, so there is something to be done. */
const ONLY_PICTURES =
  "This document holds nothing but pictures, and what is written in them was not read. Save it as PDF and add it again.";

/**
 * Reads a Word document. Headers and footers stand once, on the first and last page that they are shown on; notes stand at
 * the end; comments, what was deleted while changes were tracked, and hidden text are left out. Throws a sentence for a
 * person when it cannot be read.
 */
export async function readDocx(path: string): Promise<DocumentStructure> {
  const pack = await openPackage(path);
  try {
    return await readPackage(pack);
  } finally {
    pack.close();
  }
}

async function readPackage(pack: WordPackage): Promise<DocumentStructure> {
  const mainPart = (await readRelationships(pack, "")).ofKind("officeDocument") ?? "word/document.xml";
  const relationships = await readRelationships(pack, mainPart);
  const partOf = async (kind: string) => {
    const name = relationships.ofKind(kind);
    return name === undefined ? undefined : pack.readPart(name);
  };
  const settings = await partOf("settings");
  const styles = readStyles(await partOf("styles"));
  const numbering = readNumbering(await partOf("numbering"));
  const notes = new Notes({ footnote: await partOf("footnotes"), endnote: await partOf("endnotes") });
  const body = childOf(await pack.readPart(mainPart), "w:body");
  if (!body) throw new DocumentError(DAMAGED);

  const pages = new PageCounter();
  const problems = new Set<string>();
  const sections = sectionsOf(body, isOn(settings, "w:evenAndOddHeaders"));
  /** First and last page of each section. */
  const spans: { from: number; to: number }[] = [];
  let sectionFrom = 1;
  const endSection = () => {
    spans.push({ from: sectionFrom, to: pages.current });
    const next = sections[spans.length];
    if (next && !next.isContinuous) pages.breakHere();
    sectionFrom = pages.current;
  };
  const reader = new BlocksReader({
    pages,
    numbering,
    styleOf: styles,
    noteSign: (kind, id) => notes.refer(kind, id),
    problem: (text) => problems.add(text),
    endSection,
  });
  const blocks = reader.read(body);
  spans.push({ from: sectionFrom, to: pages.current });
  const atTheEnd = notes.read((note) => reader.read(note));
  const sheets = pagesOf([...blocks, ...atTheEnd], pages.current);
  const edges = new Edges(pack, relationships, reader);
  for (const [at, { from, to }] of spans.entries()) {
    const section = sections[at];
    if (!section) continue;
    pages.goTo(from);
    const first = sheets[from - 1];
    if (first) first.blocks = [...(await edges.read(section.headerIds)), ...first.blocks];
    pages.goTo(to);
    const last = sheets[to - 1];
    if (last) last.blocks = [...last.blocks, ...(await edges.read(section.footerIds))];
  }
  const kinds = new Set(sheets.flatMap((sheet) => sheet.blocks.map(({ kind }) => kind)));
  if (kinds.size === 1 && kinds.has("picture")) problems.add(ONLY_PICTURES);
  for (const sheet of sheets) sheet.source = sheet.blocks.length > 0 ? "text" : "empty";
  return { kind: "docx", pages: sheets, problems: [...problems] };
}

/** Headers and footers, each read once however many sections show it. */
class Edges {
  readonly #pack: WordPackage;
  readonly #relationships: Relationships;
  readonly #reader: BlocksReader;
  readonly #seen = new Set<string>();

  constructor(pack: WordPackage, relationships: Relationships, reader: BlocksReader) {
    this.#pack = pack;
    this.#relationships = relationships;
    this.#reader = reader;
  }

  async read(ids: readonly string[]): Promise<Block[]> {
    const blocks: Block[][] = [];
    for (const id of ids) {
      const name = this.#relationships.byId(id);
      const root = name === undefined ? undefined : await this.#pack.readPart(name);
      if (root) blocks.push(this.#unseen(root));
    }
    return blocks.flat();
  }

  #unseen(root: XmlElement): Block[] {
    const blocks = this.#reader.read(root);
    const words = JSON.stringify(blocks, (key, value: unknown) => (key === "page" ? undefined : value));
    if (this.#seen.has(words)) return [];
    this.#seen.add(words);
    return blocks;
  }
}

function pagesOf(blocks: readonly Block[], count: number): DocumentPage[] {
  if (count > MAX_PAGES)
    throw new DocumentError(`This Word document has more than ${MAX_PAGES} pages: it was not read.`);
  const pages = Array.from({ length: count }, (_, at): DocumentPage => ({
    number: at + 1,
    size: null,
    source: "text",
    blocks: [],
  }));
  for (const block of blocks) pages[block.page - 1]?.blocks.push(block);
  return pages;
}
