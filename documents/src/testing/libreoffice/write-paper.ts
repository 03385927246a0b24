import { FIELDS, type Field } from "../corpus/shop.ts";
import { type Paper, type PaperCell, cellsOf } from "./papers.ts";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Writes a document as flat OpenDocument, which LibreOffice reads. */
export function writePaper(paper: Paper): { extension: "fods" | "fodt"; text: string } {
  if (paper.made === "writer") return { extension: "fodt", text: withTable(paper) };
  if (paper.made === "calc") return { extension: "fods", text: sheet(paper) };
  return { extension: "fodt", text: tabbed(paper) };
}

const rowsOf = (cells: PaperCell[]): PaperCell[][] =>
  Array.from({ length: Math.max(...cells.map(({ row }) => row)) + 1 }, (_, row) =>
    cells.filter((cell) => cell.row === row),
  );

const NAMESPACES = ["office", "style", "text", "table", "fo:xsl-fo-compatible"]
  .map((name) => {
    const [prefix = "", uri = prefix] = name.split(":");
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`;
  })
  .join(" ");
const open = (kind: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">`;
const FONT = `style:font-name="Liberation Sans" fo:font-family="'Liberation Sans'" fo:font-size="9pt"`;

const BORDERS = {
  all: 'fo:border="0.5pt solid #000000"',
  rows: 'fo:border-bottom="0.5pt solid #000000"',
  none: "",
} as const;

/** The styles of a table's columns and cells. */
function tableStyles(paper: Paper): { columns: string; styles: string } {
  const styles = paper.fields.map((name, column) => {
    const { maxWidth, align }: Field = FIELDS[name];
    const width = maxWidth ?? (name === "article" ? 115 : 80);
    return (
      `<style:style style:name="w${column}" style:family="table-column"><style:table-column-properties style:column-width="${width}pt"/></style:style>` +
      `<style:style style:name="c${column}" style:family="table-cell"><style:table-cell-properties ${BORDERS[paper.borders]} fo:padding="2pt"/><style:paragraph-properties fo:text-align="${align}"/><style:text-properties ${FONT}/></style:style>` +
      `<style:style style:name="p${column}" style:family="paragraph"><style:paragraph-properties fo:text-align="${align}"/><style:text-properties ${FONT}/></style:style>`
    );
  });
  const columns = paper.fields.map((_, column) => `<table:table-column table:style-name="w${column}"/>`);
  return { columns: columns.join(""), styles: styles.join("") };
}

const plainLines = (texts: string[]): string =>
  texts.map((text) => `<text:p>${escaped(text)}</text:p><text:p/>`).join("");

function withTable(paper: Paper): string {
  const { columns, styles } = tableStyles(paper);
  const cells = cellsOf(paper);
  const rows = rowsOf(cells).map((_, row) => {
    const inRow = paper.fields.map((_, column) => {
      const own = cells.find((cell) => cell.row === row && cell.column === column);
      if (!own) return "<table:covered-table-cell/>";
      const spans = `table:number-rows-spanned="${own.rowSpan}" table:number-columns-spanned="${own.columnSpan}"`;
      return `<table:table-cell table:style-name="c${column}" ${spans}><text:p text:style-name="p${column}">${escaped(own.text)}</text:p></table:table-cell>`;
    });
    return `<table:table-row>${inRow.join("")}</table:table-row>`;
  });
  const heads = paper.group ? 2 : 1;
  const table = `<table:table>${columns}<table:table-header-rows>${rows.slice(0, heads).join("")}</table:table-header-rows>${rows.slice(heads).join("")}</table:table>`;
  return `${open("text")}<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${plainLines(paper.before)}${table}<text:p/>${plainLines(paper.after)}</office:text></office:body></office:document>`;
}

function sheet(paper: Paper): string {
  const { columns, styles } = tableStyles(paper);
  const rows = rowsOf(cellsOf(paper)).map((cells) => {
    const inRow = cells.map(
      ({ column, text }) =>
        `<table:table-cell table:style-name="c${column}" office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`,
    );
    return `<table:table-row>${inRow.join("")}</table:table-row>`;
  });
  return `${open("spreadsheet")}<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Sheet1">${columns}${rows.join("")}</table:table></office:spreadsheet></office:body></office:document>`;
}

/** The distance of tab stops in points. */
const STOP = 105;

const line = (text: string): string => `<text:p text:style-name="row">${text}</text:p>`;

function tabbed(paper: Paper): string {
  const stops = paper.fields.slice(1).map((name, at) => {
    const { align }: Field = FIELDS[name];
    // A right-aligned column has its tab stop at its right end.
    const position =
      align === "right" ? STOP * (at + 1) + 60 : align === "center" ? STOP * (at + 1) + 30 : STOP * (at + 1);
    return `<style:tab-stop style:position="${position}pt" style:type="${align}"/>`;
  });
  const style = `<style:style style:name="row" style:family="paragraph"><style:paragraph-properties><style:tab-stops>${stops.join("")}</style:tab-stops></style:paragraph-properties><style:text-properties ${FONT}/></style:style>`;
  const rows = rowsOf(cellsOf(paper)).map((cells) => line(cells.map(({ text }) => escaped(text)).join("<text:tab/>")));
  const lines = (texts: string[]): string => texts.map((text) => line(escaped(text)) + line("")).join("");
  return `${open("text")}<office:automatic-styles>${style}</office:automatic-styles><office:body><office:text>${lines(paper.before)}${rows.join("")}${line("")}${lines(paper.after)}</office:text></office:body></office:document>`;
}
