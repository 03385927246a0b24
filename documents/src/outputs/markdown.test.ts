import { type Block, type DocumentStructure } from "@precount/domain";
import { assert, constantFrom, pre, property, string } from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { toMarkdown } from "./markdown.ts";

const at = { page: 1, place: null, confidence: 1 };
const line = (text: string) => ({ text, ...at });
const paragraph = (...lines: string[]): Block => ({ kind: "paragraph", lines: lines.map(line), ...at });
const item = (depth: number, marker: string, text: string): Block => ({
  kind: "listItem",
  depth,
  marker,
  lines: [line(text)],
  ...at,
});
const document = (kind: DocumentStructure["kind"], ...pages: Block[][]): DocumentStructure => ({
  kind,
  pages: pages.map((blocks, index) => ({ number: index + 1, size: null, source: "text", blocks })),
  problems: [],
});

test.each([
  ["*bold* _it_ `code` [link](x) <b>", String.raw`\*bold\* \_it\_ \`code\` \[link\](x) \<b\>`],
  ["snake_case stays", "snake_case stays"],
  ["# no heading", String.raw`\# no heading`],
  ["#1 of 3", "#1 of 3"],
  ["- no item", String.raw`\- no item`],
  ["--- no rule", String.raw`\--- no rule`],
  ["12. December", String.raw`12\. December`],
  ["12.5 kg", "12.5 kg"],
  ["> no quote & no &amp;", String.raw`\> no quote \& no \&amp;`],
  ["    no code\tblock", "no code block"],
  ["![x](http://evil)", String.raw`!\[x\](http://evil)`],
  ["<script>alert(1)</script>", String.raw`\<script\>alert(1)\</script\>`],
  ["nul\u0000l \u001b[31m", String.raw`null \[31m`],
])("PD-49: escapes text in Markdown: %j", (text, markdown) => {
  expect(toMarkdown(document("pdf", [paragraph(text)]))).toBe(`${markdown}\n`);
});

test("PD-49: formats headings, paragraphs and pictures; joins lines of a PDF, keeps those of a Word document", () => {
  const blocks: Block[] = [
    { kind: "heading", level: 2, lines: [line("Delivery"), line("note")], ...at },
    paragraph("Ten boxes", "of screws"),
    { kind: "picture", alt: "A [shelf]", ...at },
  ];
  expect(toMarkdown(document("pdf", blocks))).toBe(
    "## Delivery note\n\nTen boxes\nof screws\n\n\\[Picture: A \\[shelf\\]\\]\n",
  );
  expect(toMarkdown(document("docx", blocks))).toContain("Ten boxes\\\nof screws");
  expect(toMarkdown(document("docx", [], [paragraph("x")]))).toBe("<!-- page 1 -->\n\n<!-- page 2 -->\n\nx\n");
  expect(toMarkdown(document("docx", []))).toBe("");
});

test("PD-49: keeps the markers, depth and numbers of lists", () => {
  const list = [
    item(0, "1.", "one"),
    item(1, "•", "in"),
    item(2, "a)", "deep"),
    item(0, "2.", "two"),
    item(0, "1.", "new"),
  ];
  expect(toMarkdown(document("docx", [...list, paragraph("after")]))).toBe(
    "1. one\n   - in\n     - a) deep\n2. two\n\n<!-- -->\n\n1. new\n\nafter\n",
  );
});

test("PD-49: formats tables with and without a header, with line breaks, pipes and merged cells", () => {
  const cell = (row: number, column: number, text: string) => ({ row, column, rowSpan: 1, columnSpan: 1, text, ...at });
  const table = {
    kind: "table" as const,
    basis: "markup" as const,
    rows: 2,
    columns: 2,
    headerRows: 1,
    cells: [{ ...cell(0, 0, "A|B"), columnSpan: 2 }, cell(1, 0, "1\n2"), cell(1, 1, "000042")],
    ...at,
  };
  const rows = "| 1<br>2 | 000042 |\n";
  expect(toMarkdown(document("docx", [table]))).toBe(`| A\\|B |  |\n| --- | --- |\n${rows}`);
  expect(toMarkdown(document("docx", [{ ...table, headerRows: 0 }]))).toBe(
    `|  |  |\n| --- | --- |\n| A\\|B |  |\n${rows}`,
  );
});

/** The rendered inline texts of Markdown with their token types. */
function shown(markdown: string): { blocks: string[]; texts: string[] } {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  const inline = tokens.filter(({ type }) => type === "inline");
  for (const { children } of inline) {
    const kinds = new Set((children ?? []).map(({ type }) => type));
    expect([...kinds].filter((kind) => !["text", "text_special", "softbreak", "html_inline"].includes(kind))).toEqual(
      [],
    );
  }
  return {
    blocks: tokens.filter(({ nesting, type }) => nesting === 1 || type.includes("html")).map(({ type }) => type),
    texts: inline.map(({ children }) =>
      (children ?? []).map(({ type, content }) => (type === "html_inline" ? `<${content}>` : content)).join(""),
    ),
  };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const hostile = string({
  unit: constantFrom(..."*_`#+-=>|<&!()[]~\\/:1.2) a\t".split("").concat("amp;", "<b>", "http://")),
});

test("PD-49: Markdown renders any text literally", () => {
  assert(
    property(hostile, (text) => {
      pre(plain(text) !== "");
      expect(shown(toMarkdown(document("docx", [paragraph(text)])))).toEqual({
        blocks: ["paragraph_open"],
        texts: [plain(text)],
      });
      const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, text, ...at };
      const table = {
        kind: "table" as const,
        basis: "markup" as const,
        rows: 1,
        columns: 1,
        headerRows: 0,
        cells: [cell],
        ...at,
      };
      expect(shown(toMarkdown(document("docx", [table]))).texts.at(-1)).toBe(plain(text));
      expect(shown(toMarkdown(document("docx", [item(0, "•", text)]))).texts).toEqual([plain(text)]);
      expect(
        shown(toMarkdown(document("docx", [{ kind: "heading", level: 1, lines: [line(text)], ...at }]))).texts,
      ).toEqual([plain(text)]);
    }),
    { numRuns: 2000 },
  );
});
