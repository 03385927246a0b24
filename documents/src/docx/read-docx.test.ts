import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block } from "@precount/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NAMESPACES, paragraph, relationships, wordFile, wordParts } from "../testing/word-file.ts";
import { readDocx } from "./read-docx.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-docx-"));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(body: string, parts: Record<string, string> = {}) {
  const path = join(folder, `${(files += 1)}.docx`);
  const kinds = Object.keys(parts).map((name) => /word\/([a-z]+)/.exec(name)?.[1] ?? "");
  const links = relationships(...kinds.map((kind) => ({ id: kind, kind, target: `${kind}.xml` })));
  await writeFile(path, wordFile(wordParts(body, { "word/_rels/document.xml.rels": links, ...parts })));
  return readDocx(path);
}

const part = (name: string, xml: string) => `<w:${name} ${NAMESPACES}>${xml}</w:${name}>`;
const run = (xml: string) => `<w:r>${xml}</w:r>`;
const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;

/** Blocks in short form, one line each: kind and text. */
const plain = (block: Block): string => {
  if (block.kind === "picture") return `picture ${block.alt}`;
  if (block.kind === "table") return `table ${block.cells.map(({ text }) => text).join("|")}`;
  const lines = block.lines.map(({ text }) => text).join("/");
  if (block.kind === "heading") return `h${block.level} ${lines}`;
  return block.kind === "listItem" ? `${block.depth} ${block.marker} ${lines}` : lines;
};
const texts = async (body: string, parts: Record<string, string> = {}) => {
  const { pages } = await read(body, parts);
  return pages.flatMap(({ number, blocks }) =>
    blocks.map((block) => (pages.length > 1 ? `${number}: ${plain(block)}` : plain(block))),
  );
};

const field = (code: string, result: string) =>
  run('<w:fldChar w:fldCharType="begin"/>') +
  run(`<w:instrText>${code}</w:instrText>`) +
  run('<w:fldChar w:fldCharType="separate"/>') +
  run(t(result)) +
  run('<w:fldChar w:fldCharType="end"/>');

test.each([
  ["tabs and lines", run(`${t("a")}<w:tab/>${t("b")}<w:br/>${t("c")}<w:cr/>${t("d")}`), ["a\tb/c/d"]],
  ["hyphens", run(`${t("12")}<w:noBreakHyphen/>${t("34")}<w:softHyphen/>${t("5")}`), ["12-345"]],
  ["links", `<w:hyperlink r:id="x">${run(t("a link"))}</w:hyperlink>`, ["a link"]],
  [
    "tracked changes",
    `${run(t("a "))}<w:ins>${run(t("new"))}</w:ins><w:del>${run("<w:delText>old</w:delText>")}</w:del>`,
    ["a new"],
  ],
  ["moved text", `<w:moveFrom>${run(t("here"))}</w:moveFrom><w:moveTo>${run(t("there"))}</w:moveTo>`, ["there"]],
  ["fields", run(t("page ")) + field(" PAGE ", "7"), ["page 7"]],
  ["fields in a field's code", field(`IF </w:instrText></w:r>${field("X", "no")}<w:r><w:instrText>`, "yes"), ["yes"]],
  [
    "a code that never ends",
    `${run('<w:fldChar w:fldCharType="begin"/>')}</w:p><w:p>${run(t("not lost"))}`,
    ["not lost"],
  ],
  ["simple fields", `<w:fldSimple w:instr="DATE">${run(t("22.11."))}</w:fldSimple>`, ["22.11."]],
  ["hidden text", run(`<w:rPr><w:vanish/></w:rPr>${t("hidden")}`) + run(t("shown")), ["shown"]],
  ["comments", `<w:commentRangeStart w:id="1"/>${run(t("a"))}${run('<w:commentReference w:id="1"/>')}`, ["a"]],
  ["symbols", run('<w:sym w:font="Wingdings" w:char="F0FE"/>') + run(t(" done")), ["☑ done"]],
  ["letters of a symbol font", run(`<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>${t("\uF0A8 \u00FC")}`), ["☐ ✓"]],
  [
    "letters of a font that is only called so",
    run(`<w:rPr><w:rFonts w:ascii="Segoe UI Symbol"/></w:rPr>${t("☐ Wm-")}`),
    ["☐ Wm-"],
  ],
  [
    "forms",
    `${run('<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar>')}${run('<w:fldChar w:fldCharType="end"/>')}${run(t(" yes"))}`,
    ["☒ yes"],
  ],
  ["controls", `<w:sdt><w:sdtContent>${run(t("filled in"))}</w:sdtContent></w:sdt>`, ["filled in"]],
  [
    "formulas",
    `<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>`,
    ["(a+b)/2"],
  ],
  ["lettering", run('<w:pict><v:shape><v:textpath string="SALE"/></v:shape></w:pict>'), ["SALE"]],
  [
    "pictures",
    run(
      '<w:drawing><wp:inline><wp:docPr name="x" descr="a shelf"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing>',
    ),
    ["picture a shelf"],
  ],
  [
    "a text box, once",
    run(
      `${t("text")}<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph("box")}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph("box")}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`,
    ),
    ["text", "box"],
  ],
  [
    "a paragraph whose end was deleted",
    `<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run(t("one "))}</w:p><w:p>${run(t("line"))}`,
    ["one line"],
  ],
])("PD-49: reads the displayed text of a paragraph: %s", async (_, inside, expected) => {
  expect(await texts(`<w:p>${inside}</w:p>`)).toEqual(expected);
});

const STYLES = part(
  "styles",
  `<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
   <w:style w:type="paragraph" w:styleId="own"><w:name w:val="Own"/><w:basedOn w:val="berschrift2"/></w:style>
   <w:style w:type="paragraph" w:styleId="big"><w:name w:val="Big"/><w:pPr><w:outlineLvl w:val="8"/></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
   <w:style w:type="paragraph" w:styleId="bullets"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="loop"><w:basedOn w:val="loop"/></w:style>`,
);
const level = (at: number, format: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
const NUMBERING = part(
  "numbering",
  `<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "upperRoman", "%1.%2")}${level(2, "lowerLetter", "%3)")}</w:abstractNum>
   <w:abstractNum w:abstractNumId="1">${level(0, "bullet", "\uF0A7", '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>')}</w:abstractNum>
   <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
   <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
);
const styled = (style: string, text: string, more = "") => paragraph(text, `<w:pStyle w:val="${style}"/>${more}`);
const item = (text: string, numId: number, depth = 0) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${numId}"/></w:numPr>`);

test("PD-49: recognizes headings by style, base style and outline level, with their numbers", async () => {
  const numbered = '<w:numPr><w:numId w:val="1"/></w:numPr>';
  const body = styled("Title", "A") + styled("berschrift2", "B", numbered) + styled("own", "C") + styled("big", "D");
  const plainOnes = styled("loop", "E") + styled("nowhere", "F") + paragraph("G", '<w:outlineLvl w:val="0"/>');
  expect(await texts(body + plainOnes, { "word/styles.xml": STYLES, "word/numbering.xml": NUMBERING })).toEqual([
    "h1 A",
    "h2 1. B",
    "h2 C",
    "h6 D",
    "E",
    "F",
    "h1 G",
  ]);
});

test("PD-49: shows Word's list markers: nested counts, restarts, styles, symbols", async () => {
  const items = [item("a", 1), item("b", 1, 1), item("c", 1, 1), item("d", 1, 2), item("e", 1), item("f", 1, 1)];
  const others = [
    item("g", 3),
    item("h", 3),
    styled("bullets", "i"),
    styled("bullets", "j", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
  ];
  expect(
    await texts([...items, ...others].join(""), { "word/styles.xml": STYLES, "word/numbering.xml": NUMBERING }),
  ).toEqual(["0 1. a", "1 1.I b", "1 1.II c", "2 a) d", "0 2. e", "1 2.I f", "0 5. g", "0 6. h", "0 ▪ i", "j"]);
});

const cell = (inside: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const span = (columns: number) => `<w:gridSpan w:val="${columns}"/>`;

test("PD-49: joins merged cells and puts nested tables after the outer one, without repeated text", async () => {
  const inner = `<w:tbl>${row(cell(paragraph("in")), cell(paragraph("ner")))}</w:tbl>`;
  const body = `<w:tbl>
    <w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(paragraph("A"), span(2))}${cell(paragraph("B"))}</w:tr>
    ${row(cell(paragraph("C"), '<w:vMerge w:val="restart"/>'), cell(paragraph("D") + inner), cell(paragraph("1") + paragraph("2")))}
    ${row(cell("<w:p/>", "<w:vMerge/>"), cell(paragraph("E"), span(2)))}
    <w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(paragraph("F"), '<w:hMerge w:val="restart"/>')}${cell("<w:p/>", "<w:hMerge/>")}</w:tr>
    <w:tr><w:trPr><w:del/></w:trPr>${cell(paragraph("gone"))}</w:tr></w:tbl>`;
  const [table, within] = (await read(body)).pages[0]?.blocks ?? [];
  expect(table).toMatchObject({ kind: "table", basis: "markup", rows: 4, columns: 3, headerRows: 1, place: null });
  const cells = table?.kind === "table" ? table.cells : [];
  expect(cells.map((found) => [found.row, found.column, found.rowSpan, found.columnSpan, found.text])).toEqual([
    [0, 0, 1, 2, "A"],
    [0, 2, 1, 1, "B"],
    [1, 0, 2, 1, "C"],
    [1, 1, 1, 1, "D"],
    [1, 2, 1, 1, "1\n2"],
    [2, 1, 1, 2, "E"],
    [3, 1, 1, 2, "F"],
  ]);
  expect(within && plain(within)).toBe("table in|ner");
});

test.each([
  ["a style that sets it off", "Fancy", 'w:firstRow="1"', 1],
  ["such a style in the bit field of Word 2007", "Fancy", 'w:val="04A0"', 1],
  ["such a style, not used for the first row", "Fancy", 'w:firstRow="0" w:val="04A0"', 0],
  ["a plain style", "Grid", 'w:firstRow="1"', 0],
])("PD-49: a table's first row is its header by %s", async (_, style, look, headerRows) => {
  const styles = `<w:style w:type="table" w:styleId="Base"><w:tblStylePr w:type="firstRow"/></w:style>
    <w:style w:type="table" w:styleId="Fancy"><w:basedOn w:val="Base"/></w:style><w:style w:type="table" w:styleId="Grid"/>`;
  const properties = `<w:tblPr><w:tblStyle w:val="${style}"/><w:tblW w:w="0"/><w:tblLook ${look}/></w:tblPr>`;
  const body = `<w:tbl>${properties}${row(cell(paragraph("Code")))}${row(cell(paragraph("1")))}</w:tbl>`;
  const { pages } = await read(body, { "word/styles.xml": part("styles", styles) });
  expect(pages[0]?.blocks).toMatchObject([{ kind: "table", rows: 2, headerRows }]);
});

test("PD-49: counts each manual or saved page break once", async () => {
  const broken = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  const rendered = (text: string) => `<w:p>${run(`<w:lastRenderedPageBreak/>${t(text)}`)}</w:p>`;
  const tall = `<w:tbl>${row(cell(paragraph("r1")), cell(paragraph("s1")))}${row(cell(rendered("r2")), cell(paragraph("s2")))}</w:tbl>`;
  const section = (type: string) =>
    `<w:p><w:pPr><w:sectPr><w:type w:val="${type}"/></w:sectPr></w:pPr>${run(t(type))}</w:p>`;
  const body = `${paragraph("1")}${broken}${rendered("2")}${rendered("3")}${paragraph("4", "<w:pageBreakBefore/>")}${section("nextPage")}`;
  const rest = `${paragraph("here")}<w:p>${run(`${t("before")}<w:br w:type="page"/>${t("after")}`)}</w:p>${tall}${paragraph("end")}`;
  const { pages } = await read(`${body}${rest}<w:sectPr><w:type w:val="continuous"/></w:sectPr>`);
  expect(pages.map(({ blocks }) => blocks.map(plain))).toEqual([
    ["1"],
    ["2"],
    ["3"],
    ["4", "nextPage", "here", "before"],
    ["after", "table r1|s1|r2|s2"],
    ["end"],
  ]);
  const table = pages[4]?.blocks[1];
  expect(table?.kind === "table" && table.cells.map(({ page }) => page)).toEqual([5, 5, 6, 6]);
});

test("PD-49: reads headers and footers once, and notes at the end with their marks", async () => {
  const reference = (kind: string) => run(`<w:${kind}Reference w:id="2"/>`);
  const body = `<w:p>${run(t("text"))}${reference("footnote")}${reference("endnote")}</w:p>
    <w:sectPr><w:headerReference w:type="default" r:id="header"/><w:headerReference w:type="first" r:id="first"/>
    <w:footerReference w:type="default" r:id="footer"/></w:sectPr>`;
  const notes = (kind: string) =>
    part(
      `${kind}s`,
      `<w:${kind} w:id="0" w:type="separator">${paragraph("---")}</w:${kind}><w:${kind} w:id="2">${paragraph(kind)}</w:${kind}>`,
    );
  expect(
    await texts(body, {
      "word/header.xml": part("hdr", paragraph("company")),
      "word/footer.xml": part("ftr", paragraph("bank")),
      "word/footnotes.xml": notes("footnote"),
      "word/endnotes.xml": notes("endnote"),
    }),
  ).toEqual(["company", "text[1][i]", "[1] footnote", "[i] endnote", "bank"]);
});

test("reports each kind of unread content once: charts, embedded parts, only pictures", async () => {
  const chart = run("<w:drawing><a:graphic><a:graphicData><c:chart/></a:graphicData></a:graphic></w:drawing>");
  const { problems, pages } = await read(`<w:p>${chart}${chart}</w:p><w:altChunk r:id="x"/>`);
  expect(problems).toEqual([
    expect.stringContaining("charts or diagrams"),
    expect.stringContaining("embeds other documents"),
    expect.stringContaining("contains only pictures"),
  ]);
  expect(pages[0]?.blocks.map(plain)).toEqual(["picture ", "picture "]);
});
