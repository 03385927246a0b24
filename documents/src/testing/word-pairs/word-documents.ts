import {
  AlignmentType,
  BorderStyle,
  Document,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from "docx";

type Content = string | (Paragraph | Table)[];

interface Cell {
  content: Content;
  columns?: number;
  rows?: number;
  fill?: string;
}

type Borders = "all" | "none" | "rows" | "header";

interface TableOptions {
  /** The widths of the columns in twentieths of a point. */
  widths: number[];
  rows: (Content | Cell)[][];
  headerRows?: number;
  borders?: Borders;
  /** The columns of numbers, aligned to the right. */
  numbers?: number[];
}

const LINE = { style: BorderStyle.SINGLE, size: 4, color: "000000" };
const NONE = { style: BorderStyle.NONE, size: 0, color: "auto" };

const bordersOf = (borders: Borders) => ({
  top: borders === "none" ? NONE : LINE,
  bottom: borders === "none" ? NONE : LINE,
  left: borders === "all" ? LINE : NONE,
  right: borders === "all" ? LINE : NONE,
  insideHorizontal: borders === "all" || borders === "rows" ? LINE : NONE,
  insideVertical: borders === "all" ? LINE : NONE,
});

const cellOf = (cell: Content | Cell): Cell =>
  typeof cell === "string" || Array.isArray(cell) ? { content: cell } : cell;

function table({ widths, rows, headerRows = 1, borders = "all", numbers = [] }: TableOptions): Table {
  return new Table({
    layout: TableLayoutType.FIXED,
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: widths,
    borders: bordersOf(borders),
    rows: rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row < headerRows,
          children: cells.map((cell, column) => {
            const { content, columns, rows: rowSpan, fill } = cellOf(cell);
            const alignment = numbers.includes(column) ? AlignmentType.RIGHT : AlignmentType.LEFT;
            const bold = row < headerRows;
            const text = (line: string) => new Paragraph({ alignment, children: [new TextRun({ text: line, bold })] });
            const underHeader = borders === "header" && row < headerRows ? { borders: { bottom: LINE } } : {};
            return new TableCell({
              ...(columns === undefined ? {} : { columnSpan: columns }),
              ...(rowSpan === undefined ? {} : { rowSpan }),
              ...(fill === undefined ? {} : { shading: { type: ShadingType.CLEAR, fill } }),
              ...underHeader,
              margins: { left: 100, right: 100, top: 40, bottom: 40 },
              children: typeof content === "string" ? content.split("\n").map(text) : content,
            });
          }),
        }),
    ),
  });
}

const NAMES = ["Tomato soup", "Rye bread", "Oat milk", "Peppermint tea", "Basmati rice", "Olive oil", "Sea salt"];
const articles = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [
    String(100_200 + 37 * at),
    `${NAMES[at % NAMES.length]} ${at + 1}`,
    String((at * 17) % 96),
    (1.09 + at * 0.35).toFixed(2),
  ]);
const HEADER = ["Code", "Article", "Quantity", "Price"];
const WIDTHS = [1500, 3600, 1500, 1500];

const text = (line: string): Paragraph => new Paragraph(line);
const section = (...children: (Paragraph | Table)[]): Document =>
  new Document({
    styles: { default: { document: { run: { font: "Liberation Sans", size: 20 } } } },
    sections: [{ children: [...children, text("Checked by the warehouse.")] }],
  });

/** Word documents whose tables are compared with those of the PDF printed from them. */
export const WORD_DOCUMENTS: Record<string, () => Document> = {
  plain: () =>
    section(text("Delivery note 4711"), table({ widths: WIDTHS, rows: [HEADER, ...articles(8)], numbers: [2, 3] })),
  "merged-cells": () =>
    section(
      text("Stock by region"),
      table({
        widths: [1800, 1300, 1300, 1300, 1300],
        headerRows: 2,
        rows: [
          [
            { content: "Region", rows: 2 },
            { content: "Warehouse", columns: 2 },
            { content: "Shop", columns: 2 },
          ],
          ["Counted", "Booked", "Counted", "Booked"],
          [{ content: "North", rows: 2 }, "12", "14", "8", "8"],
          ["31", "30", "5", "6"],
          ["South", { content: "not counted", columns: 2 }, "9", "11"],
          [{ content: "Total", columns: 3 }, "22", "25"],
        ],
      }),
    ),
  "empty-cells": () =>
    section(
      text("Count sheet"),
      table({
        widths: WIDTHS,
        rows: [
          HEADER,
          ...articles(6).map((row, at) =>
            row.map((cell, column) => ((at + column) % 3 === 0 && column > 0 ? "" : cell)),
          ),
        ],
        numbers: [2, 3],
      }),
      text("A sheet to fill in:"),
      table({
        widths: [1500, 3600, 1500],
        rows: [
          ["Code", "Article", "Counted"],
          ["100200", "", ""],
          ["100237", "", ""],
          ["", "", ""],
        ],
      }),
    ),
  "several-paragraphs": () =>
    section(
      text("Instructions"),
      table({
        widths: [1500, 4500, 2000],
        rows: [
          ["Step", "What to do", "Who"],
          [
            "1",
            "Put the area tag on the shelf.\nPhotograph the shelf from the left to the right.\nCheck that no photo is blurred.",
            "Photographer",
          ],
          [
            "2",
            "Compare every code and quantity with the photo. A doubtful reading is listed first, and the others follow in the order of the shelves.",
            "Reviewer\nSupervisor",
          ],
          ["3", "Complete the event.", ""],
        ],
      }),
    ),
  "long-repeated-header": () =>
    section(text("Item list"), table({ widths: WIDTHS, rows: [HEADER, ...articles(90)], numbers: [2, 3] })),
  "long-without-repeat": () =>
    section(
      text("Item list"),
      table({ widths: WIDTHS, rows: [HEADER, ...articles(70)], headerRows: 0, numbers: [2, 3] }),
    ),
  "long-two-header-rows": () =>
    section(
      text("Item list with groups"),
      table({
        widths: WIDTHS,
        headerRows: 2,
        rows: [
          [
            { content: "Article", columns: 2 },
            { content: "Stock", columns: 2 },
          ],
          HEADER,
          ...articles(75),
        ],
        numbers: [2, 3],
      }),
    ),
  "row-across-pages": () =>
    section(
      ...Array.from({ length: 34 }, (_, at) => text(`Line ${at + 1} before the table.`)),
      table({
        widths: [1500, 4500, 2000],
        rows: [
          ["Step", "What to do", "Who"],
          [
            "1",
            Array.from({ length: 18 }, (_, at) => `Sentence ${at + 1} of a long instruction.`).join("\n"),
            "Photographer",
          ],
          ["2", "Complete the event.", "Supervisor"],
        ],
      }),
    ),
  nested: () =>
    section(
      text("Orders"),
      table({
        widths: [1500, 5000, 1600],
        rows: [
          ["Order", "Contents", "Status"],
          [
            "A-17",
            [
              text("Two pallets:"),
              table({
                widths: [1300, 1300],
                rows: [
                  ["Code", "Boxes"],
                  ["100200", "24"],
                  ["100237", "18"],
                ],
              }),
              text(""),
            ],
            "sent",
          ],
          ["A-18", "One parcel", "waiting"],
          ["A-19", "Three parcels", "sent"],
        ],
      }),
    ),
  "without-lines": () =>
    section(
      text("Price list"),
      table({ widths: WIDTHS, rows: [HEADER, ...articles(12)], borders: "none", numbers: [2, 3] }),
    ),
  "lines-between-rows": () =>
    section(
      text("Price list"),
      table({ widths: WIDTHS, rows: [HEADER, ...articles(12)], borders: "rows", numbers: [2, 3] }),
    ),
  "line-below-header": () =>
    section(
      text("Price list"),
      table({ widths: WIDTHS, rows: [HEADER, ...articles(12)], borders: "header", numbers: [2, 3] }),
    ),
  "shaded-header": () =>
    section(
      text("Price list"),
      table({
        widths: WIDTHS,
        rows: [
          HEADER.map((content) => ({ content, fill: "D9E2F3" })),
          ...articles(9).map((row, at) => row.map((content) => (at % 2 === 1 ? { content, fill: "F2F2F2" } : content))),
        ],
        borders: "none",
        numbers: [2, 3],
      }),
    ),
  "title-row": () =>
    section(
      table({
        widths: WIDTHS,
        rows: [
          [{ content: "Prices from 1 March", columns: 4 }],
          HEADER,
          ...articles(5),
          [{ content: "All prices in euros", columns: 4 }],
        ],
        headerRows: 2,
        numbers: [2, 3],
      }),
    ),
  "two-tables": () =>
    section(
      text("Chilled goods"),
      table({ widths: WIDTHS, rows: [HEADER, ...articles(4)], numbers: [2, 3] }),
      text("Dry goods"),
      table({
        widths: [2500, 1500],
        rows: [
          ["Department", "Pieces"],
          ["Bakery", "120"],
          ["Household", "88"],
        ],
        numbers: [1],
      }),
    ),
};
