import type { Block, DocumentPage, DocumentStructure } from "@precount/domain";
import { DocumentError, type Failure, failureMessage } from "../document-error.ts";
import { BlocksReader } from "./blocks.ts";
import { HeadersAndFooters } from "./headers-and-footers.ts";
import { Notes } from "./notes.ts";
import { readNumbering } from "./numbering.ts";
import { type WordPackage, openPackage } from "./open-package.ts";
import { PageCounter } from "./page-counter.ts";
import { readRelationships } from "./relationships.ts";
import { SectionPages, sectionsOf } from "./sections.ts";
import { readStyles } from "./styles.ts";
import { DAMAGED, childOf, isOn } from "./xml.ts";

/** The maximum number of pages, which a small file can reach with page breaks. Word's limit is 32,767. */
const MAX_PAGES = 10_000;
/** The message suggests PDF, because text in the pictures of a PDF is recognized. */
const ONLY_PICTURES: Failure = {
  happened: "This Word document contains only pictures, and the text in them was not read.",
  toDo: "Save it as PDF and upload that.",
};
const TOO_LONG: Failure = {
  happened: `This Word document has more than ${MAX_PAGES} pages.`,
  toDo: "Split it and upload the parts.",
};

/**
 * Reads a Word document. A header appears once, on its first page, and a footer once, on its last page. Notes are at the end.
 * Comments, tracked deletions and hidden text are left out. Throws DocumentError when the file cannot be read.
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
  const body = childOf(await pack.readPart(mainPart), "w:body");
  if (!body) throw new DocumentError(DAMAGED);

  const pages = new PageCounter();
  const problems = new Set<string>();
  const notes = new Notes({ footnote: await partOf("footnotes"), endnote: await partOf("endnotes") });
  const sections = new SectionPages(sectionsOf(body, isOn(await partOf("settings"), "w:evenAndOddHeaders")), pages);
  const reader = new BlocksReader({
    pages,
    numbering: readNumbering(await partOf("numbering")),
    styles: readStyles(await partOf("styles")),
    noteMark: (kind, id) => notes.refer(kind, id),
    problem: (failure) => problems.add(failureMessage(failure)),
    endSection: () => sections.end(),
  });
  const blocks = reader.read(body);
  const spans = sections.all();
  const documentPages = pagesOf([...blocks, ...notes.read((note) => reader.read(note))], pages.current);

  const headersAndFooters = new HeadersAndFooters(pack, relationships, reader);
  for (const { section, from, to } of spans) {
    pages.goTo(from);
    const first = documentPages[from - 1];
    if (first) first.blocks = [...(await headersAndFooters.read(section.headerIds)), ...first.blocks];
    pages.goTo(to);
    const last = documentPages[to - 1];
    if (last) last.blocks = [...last.blocks, ...(await headersAndFooters.read(section.footerIds))];
  }
  return finishStructure(documentPages, problems);
}

function finishStructure(pages: DocumentPage[], problems: Set<string>): DocumentStructure {
  const kinds = new Set(pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)));
  if (kinds.size === 1 && kinds.has("picture")) problems.add(failureMessage(ONLY_PICTURES));
  for (const page of pages) page.source = page.blocks.length > 0 ? "text" : "empty";
  return { kind: "docx", pages, problems: [...problems] };
}

function pagesOf(blocks: readonly Block[], count: number): DocumentPage[] {
  if (count > MAX_PAGES) throw new DocumentError(TOO_LONG);
  const pages = Array.from({ length: count }, (_, at): DocumentPage => ({
    number: at + 1,
    size: null,
    source: "text",
    blocks: [],
  }));
  for (const block of blocks) pages[block.page - 1]?.blocks.push(block);
  return pages;
}
