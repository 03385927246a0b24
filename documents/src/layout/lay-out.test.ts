import { type Block, type DocumentPage, gridOf } from "@precount/domain";
import { describe, expect, test } from "vitest";
import { layOutPages } from "./lay-out.ts";
import type { PageContent, Ruling } from "./page-content.ts";
import { typed } from "./testing/typed.ts";

/** A page's blocks in short form: tables as rows, text as lines. */
const summarize = ({ blocks }: DocumentPage): unknown[] => blocks.map(summarizeBlock);
function summarizeBlock(block: Block): unknown {
  if (block.kind === "table") return gridOf(block);
  if (block.kind === "picture") return "picture";
  const lines = block.lines.map(({ text }) => text).join(" / ");
  return block.kind === "listItem" ? `${block.depth} ${block.marker} ${lines}` : lines;
}
const uprights = (xs: readonly number[], y1: number, y2: number): Ruling[] => xs.map((x) => ({ x1: x, x2: x, y1, y2 }));
const levels = (ys: readonly number[], x1: number, x2: number): Ruling[] => ys.map((y) => ({ x1, x2, y1: y, y2: y }));
const read = (text: string, lineHeight?: number): unknown[] =>
  layOutPages([typed(text, 1, lineHeight)]).flatMap(summarize);

describe("tables without rulings", () => {
  test("reads right-aligned numbers and empty cells, with text above and below", () => {
    const blocks = read(`
Two people count each area independently of each other, and write it here

Code    Article        Qty  Remark

000123  Oat flakes      12

004711  Tomato soup          broken

815002  Salt         1,204

Everything left over is put aside and written down at the end of the day
`);
    expect(blocks[1]).toEqual([
      ["Code", "Article", "Qty", "Remark"],
      ["000123", "Oat flakes", "12", ""],
      ["004711", "Tomato soup", "", "broken"],
      ["815002", "Salt", "1,204", ""],
    ]);
    expect(blocks).toHaveLength(3);
  });

  test("joins wrapped text in a cell", () => {
    const [table] = read(`
Code    Description           Qty

000123  Oat flakes, fine, in   12
        bags of 500 g

004711  Tomato soup             4

815002  Peanut butter with    204
        whole nuts, crunchy
`);
    expect(table).toEqual([
      ["Code", "Description", "Qty"],
      ["000123", "Oat flakes, fine, in\nbags of 500 g", "12"],
      ["004711", "Tomato soup", "4"],
      ["815002", "Peanut butter with\nwhole nuts, crunchy", "204"],
    ]);
  });

  test("separates rows with line spacing only, one with wrapped text", () => {
    const [table] = read(`
Code    Description           Qty
000123  Oat flakes, fine, in   12
        bags of 500 g
004711  Tomato soup             4
815002  Peanut butter         204
`);
    expect(table).toEqual([
      ["Code", "Description", "Qty"],
      ["000123", "Oat flakes, fine, in\nbags of 500 g", "12"],
      ["004711", "Tomato soup", "4"],
      ["815002", "Peanut butter", "204"],
    ]);
  });

  test("a heading over several columns spans them", () => {
    const [page] = layOutPages([
      typed(`
              Stock of the shop

Code     System   Counted   Diff

000123      120       118     -2

004711       36        36      0
`),
    ]);
    const [table] = page?.blocks ?? [];
    const wide = table?.kind === "table" ? table.cells.filter(({ columnSpan }) => columnSpan > 1) : [];
    expect(wide).toMatchObject([{ row: 0, text: "Stock of the shop" }]);
  });

  test("aligned spaces of texts that start alike are no column gap", () => {
    const [table] = read(`
Bay 14  Shelf 2   12

Bay 15  Shelf 3   40

Bay 16  Shelf 1    7
`);
    expect(table).toEqual([
      ["Bay 14", "Shelf 2", "12"],
      ["Bay 15", "Shelf 3", "40"],
      ["Bay 16", "Shelf 1", "7"],
    ]);
  });
});

test("horizontal rulings separate rows of any number of lines", () => {
  const [table] = read(`
=================================
Code    Description           Qty
=================================
000123  Oat flakes, fine, in   12
        bags of 500 g
=================================
004711  Tomato soup             4
=================================
815002  Peanut butter         204
=================================
`);
  expect(table).toEqual([
    ["Code", "Description", "Qty"],
    ["000123", "Oat flakes, fine, in\nbags of 500 g", "12"],
    ["004711", "Tomato soup", "4"],
    ["815002", "Peanut butter", "204"],
  ]);
});

test("broken horizontal rulings merge cells vertically", () => {
  const [page] = layOutPages([
    typed(`
===========================
Bay     Code    Article
===========================
        000123  Oat flakes
        ===================
Bay 14  004711  Tomato soup
        ===================
        815002  Peanuts
===========================
        000124  Salt
Bay 15  ===================
        000125  Pepper
===========================
`),
  ]);
  const [table] = page?.blocks ?? [];
  const merged = table?.kind === "table" ? table.cells.filter(({ rowSpan }) => rowSpan > 1) : [];
  expect(merged).toMatchObject([
    { row: 1, column: 0, rowSpan: 3, text: "Bay 14" },
    { row: 4, column: 0, rowSpan: 2, text: "Bay 15" },
  ]);
});

test("a heading between rows spans the columns", () => {
  const [table] = read(`
=================================
Code    Article               Qty
=================================
Dry goods and canned food
=================================
000123  Oat flakes             12
=================================
004711  Tomato soup             4
=================================
815002  Peanut butter         204
=================================
`);
  expect(table).toEqual([
    ["Code", "Article", "Qty"],
    ["Dry goods and canned food", "", ""],
    ["000123", "Oat flakes", "12"],
    ["004711", "Tomato soup", "4"],
    ["815002", "Peanut butter", "204"],
  ]);
});

describe("not a table", () => {
  test("text in two columns is read column by column, after a heading across both", () => {
    const blocks = read(`
A heading that goes across both of the columns below it
Every shelf is photographed     Goods that are in the
from the left to the right,     aisle count for the bay
one bay after the other, by     behind them. The number
two people who do not tell      sold is taken from the
each other what they found.     till's report at night.
`);
    expect(blocks).toEqual([
      "A heading that goes across both of the columns below it",
      "Every shelf is photographed / from the left to the right, / one bay after the other, by / two people who do not tell / each other what they found.",
      "Goods that are in the / aisle count for the bay / behind them. The number / sold is taken from the / till's report at night.",
    ]);
  });

  test("a list with wrapped and nested items", () => {
    expect(
      read(`
1.  Count each shelf from the left to the right
    and write it down
    a)  the code that is printed on the label
    b)  the pieces
2.  Sign it
`),
    ).toEqual([
      "0 1. Count each shelf from the left to the right / and write it down",
      "1 a) the code that is printed on the label",
      "1 b) the pieces",
      "0 2. Sign it",
    ]);
  });
});

const rows = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `00${from + index}  Oat flakes   ${from + index}`).join("\n\n");

/** A page with its number at the bottom. */
const footed = (marks: PageContent): PageContent => {
  const place = { x: 300, y: 770, width: 6, height: 10 };
  const foot = { text: `${marks.number}`, place, confidence: 1, fontSize: 10 };
  return { ...marks, words: [...marks.words, foot] };
};

describe("a table that continues on the next page", () => {
  const first = `\nStock list\n\n${"\n".repeat(10)}Code    Article      Qty\n\n${rows(1000, 20)}`;
  const next = `\nCode    Article      Qty\n\n${rows(1020, 8)}\n\n\nAll of this was counted twice before the shop was opened again`;
  test("is joined without the repeated header; page numbers stay", () => {
    const [one, two] = layOutPages([footed(typed(first, 1)), footed(typed(next, 2))]);
    const table = one?.blocks.find((block) => block.kind === "table");
    expect(table).toMatchObject({ rows: 29, columns: 3, page: 1 });
    expect(table?.cells.filter(({ text }) => text === "Code")).toHaveLength(1);
    expect(table?.cells.findLast(({ column }) => column === 0)).toMatchObject({ text: "001027", page: 2, row: 28 });
    expect(two && summarize(two)).toEqual(["All of this was counted twice before the shop was opened again", "2"]);
  });

  test("is not joined when the first part ends above the bottom of the page", () => {
    const short = typed(`\n\nCode    Article      Qty\n\n${rows(1000, 6)}`, 1);
    const pages = layOutPages([short, typed(next, 2)]);
    expect(pages.map(({ blocks }) => blocks.filter(({ kind }) => kind === "table").length)).toEqual([1, 1]);
  });

  test("is not joined when its columns are elsewhere", () => {
    const other = `\nBest before   Number of the article   Qty\n\n31.12.2026    000123                  12\n\n01.01.2027    000124                  13`;
    const pages = layOutPages([typed(first, 1), typed(other, 2)]);
    expect(pages.map(({ blocks }) => blocks.filter(({ kind }) => kind === "table").length)).toEqual([1, 1]);
  });
});

test("an empty document has pages without blocks", () => {
  expect(layOutPages([typed("")])).toMatchObject([{ number: 1, blocks: [] }]);
  expect(layOutPages([])).toEqual([]);
});

/** A table between rulings. */
const ruledTable = (name: string): string => `
==========================
Region     ${name}   Share
==========================
North      353    23.5
Jutland    7303   6.5
Murcia     781    2.8
Thessaly   12     0.8
Piedmont   84     3.1
==========================`;

/** A line of a list of goods. */
const item = (code: string, description: string, qty: string, price: string): string =>
  code.padEnd(8) + description.padEnd(34) + qty.padEnd(7) + price;

describe("PD-104: a list without rulings, with rows as near as the lines of a cell", () => {
  const header = "Code    Description                       Qty    Price";
  const goods: [string, string, string, string][] = [
    ["100001", "Olive oil extra virgin bio", "5", "6.49"],
    ["100002", "Green tea", "9", "2.10"],
    ["100003", "Long grain rice", "12", "1.29"],
    ["100004", "Salt", "8", "0.79"],
    ["100005", "Rye bread with seeds", "7", "3.00"],
  ];
  const list = [header, ...goods.map((row) => item(...row))];

  test.each([12, 13, 14])("descriptions of several words are no headings (line height %i)", (lineHeight) => {
    expect(read(list.join("\n"), lineHeight)).toEqual([["Code Description Qty Price".split(" "), ...goods]]);
    const withoutPrices = list.map((line) => line.slice(0, 46)).join("\n");
    expect(read(withoutPrices, lineHeight)).toEqual([
      [["Code", "Description", "Qty"], ...goods.map((row) => row.slice(0, 3))],
    ]);
  });

  test("headings of two lines, one with a unit, are one row", () => {
    const [table] = read(`
        Description                       Qty    Price
Code    of article                        pcs    in EUR
${list.slice(1).join("\n")}
`);
    expect(table).toEqual([["Code", "Description\nof article", "Qty\npcs", "Price\nin EUR"], ...goods]);
  });

  describe.each([12, 13, 15])("the rest of a description (line height %i)", (lineHeight) => {
    const long = item("100009", "Green tea, organic, bags of 2 g,", "9", "6.49");
    const [first = "", ...others] = list.slice(1);

    test.each(["box of 50", "and rosemary", "BOX OF 50", "Box 50, sealed"])("belongs to its row: %s", (rest) => {
      const wrapped = `${" ".repeat(8)}${rest}`;
      const row = ["100009", `Green tea, organic, bags of 2 g,\n${rest}`, "9", "6.49"];
      const header = ["Code", "Description", "Qty", "Price"];
      expect(read([list[0], first, long, wrapped, ...others].join("\n"), lineHeight)).toEqual([
        [header, goods[0], row, ...goods.slice(1)],
      ]);
      expect(read([...list, long, wrapped].join("\n"), lineHeight)).toEqual([[header, ...goods, row]]);
    });

    test("has as many lines as it needs", () => {
      const [table] = read(
        [...list, long, `${" ".repeat(8)}box of 50`, `${" ".repeat(8)}in a carton`, first].join("\n"),
        lineHeight,
      );
      expect(table).toContainEqual(["100009", "Green tea, organic, bags of 2 g,\nbox of 50\nin a carton", "9", "6.49"]);
    });
  });

  test("a total below the numbers is no part of the last row", () => {
    expect(read([...list, `${" ".repeat(42)}41`].join("\n"), 15)[0]).toEqual([
      ["Code", "Description", "Qty", "Price"],
      ...goods,
    ]);
  });
});

describe("tables of real documents", () => {
  test("reads typewriter columns that are one space apart", () => {
    const blocks = read(`
Two people count each area independently of each other, and write it here
Region        1989 1990  1991
North Bay      353 23.5 58.2%
Jutland        303  6.5  6.4%
East Midlands  781  2.8    –
Murcia         471 63.8 11.2%
Thessaly        12  0.8  1.0%
`);
    expect(blocks[1]).toEqual([
      ["Region", "1989", "1990", "1991"],
      ["North Bay", "353", "23.5", "58.2%"],
      ["Jutland", "303", "6.5", "6.4%"],
      ["East Midlands", "781", "2.8", "–"],
      ["Murcia", "471", "63.8", "11.2%"],
      ["Thessaly", "12", "0.8", "1.0%"],
    ]);
  });

  test("divides the columns of a frame with one vertical line by their gaps", () => {
    const page = typed(`
==========================
Region     1989   1990
North      353    23.5
Jutland    7303   6.5
Murcia     781    2.8
==========================
`);
    const [top, low] = page.rulings;
    page.rulings.push({ x1: 104, y1: top?.y1 ?? 0, x2: 104, y2: low?.y1 ?? 0 });
    expect(layOutPages([page]).flatMap(summarize)[0]).toEqual([
      ["Region", "1989", "1990"],
      ["North", "353", "23.5"],
      ["Jutland", "7303", "6.5"],
      ["Murcia", "781", "2.8"],
    ]);
  });

  test("a caption between rulings of equal length separates two tables", () => {
    const blocks = read(`${ruledTable("1989")}
Table 2: Exports and more${ruledTable("2001")}
`);
    expect(blocks).toEqual([
      [
        ["Region", "1989", "Share"],
        ["North", "353", "23.5"],
        ["Jutland", "7303", "6.5"],
        ["Murcia", "781", "2.8"],
        ["Thessaly", "12", "0.8"],
        ["Piedmont", "84", "3.1"],
      ],
      "Table 2: Exports and more",
      [
        ["Region", "2001", "Share"],
        ["North", "353", "23.5"],
        ["Jutland", "7303", "6.5"],
        ["Murcia", "781", "2.8"],
        ["Thessaly", "12", "0.8"],
        ["Piedmont", "84", "3.1"],
      ],
    ]);
  });

  test.each([
    ["bullets of a symbol font", "\uFFFD", "\uFFFD", "\uFFFD"],
    ["numbers of paragraphs", "2.1", "2.2", "2.3"],
  ])("text after %s is no table", (_, ...markers) => {
    const blocks = read(markers.map((marker) => `${marker.padEnd(6)}The stock is counted by two people\n\n`).join(""));
    expect(blocks.filter((block) => Array.isArray(block))).toEqual([]);
  });

  test.each([
    [
      "a table of contents",
      `
Summary ........................    3
Method of the whole survey .....    7
Population .....................   11
Annex ..........................   15
`,
    ],
    [
      "numbered lines of a transcript",
      `
1    Q. Did you count the shelf
2    A. Yes
3    Q. And who
4    A. Both of us did
5    Q. When
6    A. At noon
`,
    ],
    [
      "justified text with wide spaces",
      `
The stock    of the    shop is    counted by    two people
both sign    and it    is then    written in    this list
that day     before    the shop   opens its     doors at
nine and     after     a third    has then      also seen
`,
    ],
    [
      "aligned words of a form",
      `
Name               Date
         Street
City                        Phone
                  Country
         E-mail
`,
    ],
  ])("%s is no table", (_, text) => {
    expect(read(text).filter((block) => Array.isArray(block))).toEqual([]);
  });

  test("chapters with page numbers and without dots are no table", () => {
    const blocks = read(`
1        Preamble                       17
2        Basic enhancements             19
2.1      Introduction to counting       19
2.1.1    The first count                19
2.1.2    The version of a count         20
2.2      Text of labels                 20
2.2.1    Ranges of codes                20
2.2.2    Characters in codes            21
`);
    expect(blocks.every((block) => typeof block === "string")).toBe(true);
  });

  test("a narrow column of justified text is no table", () => {
    const [block] = read(`
Everyone   may
copy       and
distribute all
copies of  this
`);
    expect(block).toBeTypeOf("string");
  });

  test("the labels of a map are no table", () => {
    const page = typed(`
Bremen       Galway       Murcia
12           17           29
Thessaly     Jutland      Oslo
31           45           58
`);
    const tablesWith = (figures: NonNullable<PageContent["figures"]>): unknown[] =>
      layOutPages([{ ...page, figures }])
        .flatMap(summarize)
        .filter((block) => Array.isArray(block));
    expect(tablesWith([])).toHaveLength(1);
    expect(tablesWith([{ x: 0, y: 0, width: page.width / 2, height: page.height / 2 }])).toEqual([]);
  });

  test("notes in the margin of running text are no column", () => {
    const text = Array.from(
      { length: 8 },
      (_, at) =>
        (["", "", "Shift", "", "", "163"][at] ?? "").padEnd(12) + "people count each area of the shop and then sign it",
    );
    expect(read(text.join("\n")).filter((block) => Array.isArray(block))).toEqual([]);
  });

  test("a heading centered over two columns spans them", () => {
    const [page] = layOutPages([
      typed(`
             2015        2016
Region    Qty   Share  Qty   Share

North      35   23.5    93    2.5

Jutland   730    6.5    10    6.4

Murcia    781    2.8     4   12.0
`),
    ]);
    const [table] = page?.blocks ?? [];
    const spans = table?.kind === "table" ? table.cells.filter(({ columnSpan }) => columnSpan > 1) : [];
    expect(spans.map(({ text, column, columnSpan }) => [text, column, columnSpan])).toEqual([
      ["2015", 1, 2],
      ["2016", 3, 2],
    ]);
  });

  test("each heading above repeated groups of headings spans its group", () => {
    const [page] = layOutPages([
      typed(`
Region    2015         2016

          Qty   Share  Qty   Share

North      35   23.5    93    2.5

Jutland   730    6.5    10    6.4

Murcia    781    2.8     4   12.0
`),
    ]);
    const [table] = page?.blocks ?? [];
    const first = table?.kind === "table" ? table.cells.filter(({ row }) => row === 0) : [];
    expect(first.map(({ text, columnSpan }) => [text, columnSpan])).toEqual([
      ["Region", 1],
      ["2015", 2],
      ["2016", 2],
    ]);
  });

  test("a caption and a note inside the frame are text", () => {
    const page = typed(`
===================
Table 3: Stock
===================
Region    Qty
===================
North      35
===================
Jutland   730
===================
Source: own count
===================
`);
    const ys = page.rulings.map(({ y1 }) => y1);
    const [top = 0, head = 0] = ys;
    const [low = 0, end = 0] = ys.slice(-2);
    for (const x of [50, 164]) page.rulings.push({ x1: x, y1: top, x2: x, y2: end });
    page.rulings.push({ x1: 104, y1: head, x2: 104, y2: low });
    expect(layOutPages([page]).flatMap(summarize)).toEqual([
      "Table 3: Stock",
      [
        ["Region", "Qty"],
        ["North", "35"],
        ["Jutland", "730"],
      ],
      "Source: own count",
    ]);
  });

  test("separates rows as near as the lines of a cell below a ruled header", () => {
    const blocks = read(`
==============================================
Operator  Name      Description
==============================================
q         save      Saves the state of the
                    page.
Q         restore   Restores the saved state.
cm        matrix    Changes the matrix of all
                    that is drawn afterwards.
w         width     Sets the width of a line.
==============================================
`);
    expect(blocks).toEqual([
      [
        ["Operator", "Name", "Description"],
        ["q", "save", "Saves the state of the\npage."],
        ["Q", "restore", "Restores the saved state."],
        ["cm", "matrix", "Changes the matrix of all\nthat is drawn afterwards."],
        ["w", "width", "Sets the width of a line."],
      ],
    ]);
  });

  test("joins the second line of headings above a ruled header's line", () => {
    const [table] = read(`
======================================
Name in       Name in       Kind of
the code      the file      value
======================================
Area          A.TXT         Text
Shelf         S.TXT         Number
Store         T.TXT         Number
Sticker       U.TXT         Number
======================================
`);
    expect(table).toEqual([
      ["Name in\nthe code", "Name in\nthe file", "Kind of\nvalue"],
      ["Area", "A.TXT", "Text"],
      ["Shelf", "S.TXT", "Number"],
      ["Store", "T.TXT", "Number"],
      ["Sticker", "U.TXT", "Number"],
    ]);
  });

  test("splits a frame of two columns into rows of a key and its text", () => {
    const page = typed(`
@catalog    the catalog dictionary
@docinfo    the information dictionary of
            the document
@names      the name dictionary
@pages      the root of all pages
`);
    const rulings = [...uprights([46, 110, 300], 56, 120), ...levels([56, 120], 46, 300)];
    const [table] = layOutPages([{ ...page, rulings }]).flatMap(summarize);
    expect(table).toEqual([
      ["@catalog", "the catalog dictionary"],
      ["@docinfo", "the information dictionary of\nthe document"],
      ["@names", "the name dictionary"],
      ["@pages", "the root of all pages"],
    ]);
  });

  test("lines without an amount continue the row above", () => {
    const page = typed(`
Date        Description                Amount
03/04/2019  TRANSPORT                  920.68
            TICKET FOR A JOURNEY
03/10/2019  TRANSPORT                  907.96
            TICKET FOR TWO
03/11/2019  OFFICE                     120.00
            PAPER
03/12/2019  OFFICE                      12.40
            PENS AND INK
03/14/2019  OFFICE                      80.00
            PAPER
`);
    const rulings = [...uprights([46, 112, 270, 330], 56, 200), ...levels([56, 71, 200], 46, 330)];
    expect(layOutPages([{ ...page, rulings }]).flatMap(summarize)[0]).toHaveLength(6);
  });

  test("text columns whose lines are at different heights are not mixed", () => {
    const columns = ["left left left left", "middle middle middle", "right right right"].map((text, column) => {
      const { words } = typed(`${" ".repeat(column * 24)}${text}\n`.repeat(6));
      for (const { place } of words) place.y += column * 4;
      return words;
    });
    const blocks = layOutPages([{ ...typed(""), words: columns.flat() }]).flatMap(summarize);
    expect(blocks).toEqual([
      Array.from({ length: 6 }, () => "left left left left").join(" / "),
      Array.from({ length: 6 }, () => "middle middle middle").join(" / "),
      Array.from({ length: 6 }, () => "right right right").join(" / "),
    ]);
  });

  test("an indented second line belongs to the entry above it, and dots that lead to the next cell to no text", () => {
    const [table] = read(`
Action                      Parts cost  Total cost
First step ..............   $0 ......   $6,205
Second step, with a text    $0 ......   $6,205
 over two lines.
Third step ..............   $0 ......   $6,205
`);
    expect(table).toEqual([
      ["Action", "Parts cost", "Total cost"],
      ["First step", "$0", "$6,205"],
      ["Second step, with a text\nover two lines.", "$0", "$6,205"],
      ["Third step", "$0", "$6,205"],
    ]);
  });

  test("takes the gap in the rows for a column edge that only the header draws", () => {
    const page = typed(`
Number      Payee            Description          Amount
 120001  Travel agency      Transport              920.68
 120002  Travel agency      Transport of a parcel  907.96
 120003  Paper supplier     Office                 120.00
 120004  Paper supplier     Office                  12.40
`);
    const rulings = [
      ...uprights([46, 400], 56, 132),
      ...uprights([116, 216, 340], 56, 70),
      ...levels([56, 70, 132], 46, 400),
    ];
    expect(layOutPages([{ ...page, rulings }]).flatMap(summarize)[0]).toEqual([
      ["Number", "Payee", "Description", "Amount"],
      ["120001", "Travel agency", "Transport", "920.68"],
      ["120002", "Travel agency", "Transport of a parcel", "907.96"],
      ["120003", "Paper supplier", "Office", "120.00"],
      ["120004", "Paper supplier", "Office", "12.40"],
    ]);
  });

  test("the padding beside shaded text in a cell is no column", () => {
    const page = typed(`
Name          Quantity

Tomatoes      12
`);
    const rulings = [...uprights([44, 50, 112, 118, 124, 190], 56, 110), ...levels([56, 80, 110], 44, 190)];
    expect(layOutPages([{ ...page, rulings }]).flatMap(summarize)).toEqual([
      [
        ["Name", "Quantity"],
        ["Tomatoes", "12"],
      ],
    ]);
  });
});
