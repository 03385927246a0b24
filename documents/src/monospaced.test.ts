import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Block, gridOf } from "@precount/domain";
import Pdf from "pdfkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdf } from "./pdf/read-pdf.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "precount-monospaced-"))));
afterAll(() => rm(folder, { recursive: true }));

/** Prints lines in Courier, and reads the PDF: tables as rows, text as lines. */
async function readTyped(text: string): Promise<unknown[]> {
  const pdf = new Pdf({ size: "A4", margin: 0 }).font("Courier").fontSize(10);
  for (const [row, line] of text.replace(/^\n/u, "").split("\n").entries())
    if (line.trim() !== "") pdf.text(line, 50, 50 + 12 * row, { lineBreak: false });
  pdf.end();
  const path = join(folder, "typed.pdf");
  await writeFile(path, await buffer(pdf));
  const { pages } = await readPdf(path);
  return pages.flatMap(({ blocks }) => blocks.map(summarize));
}

function summarize(block: Block): unknown {
  if (block.kind === "table") return gridOf(block);
  return block.kind === "picture" ? "picture" : block.lines.map(({ text }) => text).join(" / ");
}

const rowsIn = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("reads the list of an ERP system between lines of dashes, with two columns one space apart and a wide total", async () => {
  const blocks = await readTyped(`
PLANT 1000  NORTHFIELD                                      PAGE    1
STOCK OVERVIEW BY STORAGE LOCATION             DATE   28.11.2026 07:14
----------------------------------------------------------------------
MATERIAL  DESCRIPTION              SLOC  UNIT      QTY  PRICE    VALUE
----------------------------------------------------------------------
00010482  OAT FLAKES FINE 500 G    0001  PC        128   1,49   190,72
00010483  TOMATO SOUP 4 X 400 ML   0001  PC         36   3,25   117,00
00010519  PEANUT BUTTER CRUNCHY    0002  PC          7   4,10    28,70
00010733  OLIVE OIL EXTRA VIRGIN   0002  L       1.204   9,80 11799,20
00011002  SALT, IODIZED            0003  KG         60   0,55    33,00
00011870  RYE BREAD SLICED 750 G   0003  PC         15   2,79    41,85
----------------------------------------------------------------------
TOTAL                                            1.450       12.210,47
`);
  expect(blocks.at(-1)).toEqual(
    rowsIn(`
MATERIAL | DESCRIPTION | SLOC | UNIT | QTY | PRICE | VALUE
00010482 | OAT FLAKES FINE 500 G | 0001 | PC | 128 | 1,49 | 190,72
00010483 | TOMATO SOUP 4 X 400 ML | 0001 | PC | 36 | 3,25 | 117,00
00010519 | PEANUT BUTTER CRUNCHY | 0002 | PC | 7 | 4,10 | 28,70
00010733 | OLIVE OIL EXTRA VIRGIN | 0002 | L | 1.204 | 9,80 | 11799,20
00011002 | SALT, IODIZED | 0003 | KG | 60 | 0,55 | 33,00
00011870 | RYE BREAD SLICED 750 G | 0003 | PC | 15 | 2,79 | 41,85
TOTAL | | | | 1.450 | | 12.210,47`),
  );
  expect(blocks).toHaveLength(2);
});

test("takes the columns from a line of dashes below the header, also of a total that crosses one", async () => {
  const blocks = await readTyped(`
 ITEM    DESCRIPTION                    ON HAND    COST   EXTENDED
 ------  ------------------------------ ------- ------- ----------
 A10023  DISH SOAP LEMON 750 ML              48    1.12      53.76
 A10024  DISH SOAP ORANGE 750 ML              9    1.13      10.17
 B20117  TRASH BAGS 35 L ROLL OF 20         66-    1.75     115.50-
 B20118  TRASH BAGS 60 L ROLL OF 10          14    2.05      28.70
 C30001  BROOM, WOOD HANDLE                   3    6.40      19.20

 DEPARTMENT 12 TOTAL                          8               3.67-
`);
  expect(blocks).toEqual([
    rowsIn(`
ITEM | DESCRIPTION | ON HAND | COST | EXTENDED
A10023 | DISH SOAP LEMON 750 ML | 48 | 1.12 | 53.76
A10024 | DISH SOAP ORANGE 750 ML | 9 | 1.13 | 10.17
B20117 | TRASH BAGS 35 L ROLL OF 20 | 66- | 1.75 | 115.50-
B20118 | TRASH BAGS 60 L ROLL OF 10 | 14 | 2.05 | 28.70
C30001 | BROOM, WOOD HANDLE | 3 | 6.40 | 19.20
DEPARTMENT 12 TOTAL | | 8 | | 3.67-`),
  ]);
});

test("reads a delivery note whose columns are one space apart, and the text below it", async () => {
  const blocks = await readTyped(`
Pos Item no.   Description               Ordered Delivered Unit
  1 4711-20    Apple juice 1 l carton         24        24 BOX
  2 4711-35    Orange juice 1 l carton        12         6 BOX
  3 5820-01    Still water 6 x 1.5 l          40        40 BOX
  4 6003-77    Dark chocolate 100 g          100       100 PC
  5 6003-90    Milk chocolate 100 g          250       230 PC
  6 7310-02    Paper towels, 8 rolls          18        18 PACK

Goods remain our property until they are paid in full. Please check the
delivery at once and report any damage within two days.
`);
  expect(blocks).toEqual([
    rowsIn(`
Pos | Item no. | Description | Ordered | Delivered | Unit
1 | 4711-20 | Apple juice 1 l carton | 24 | 24 | BOX
2 | 4711-35 | Orange juice 1 l carton | 12 | 6 | BOX
3 | 5820-01 | Still water 6 x 1.5 l | 40 | 40 | BOX
4 | 6003-77 | Dark chocolate 100 g | 100 | 100 | PC
5 | 6003-90 | Milk chocolate 100 g | 250 | 230 | PC
6 | 7310-02 | Paper towels, 8 rolls | 18 | 18 | PACK`),
    "Goods remain our property until they are paid in full. Please check the / delivery at once and report any damage within two days.",
  ]);
});

test("two spaces after a sentence are no column, and do not split its line", async () => {
  const text = [
    "Two people count each area.  They write the result on this sheet and",
    "sign it.  Everything that is left is put aside.  The manager takes it",
    "to the office.  They count no area twice.  They never count it alone.",
  ];
  expect(await readTyped(text.join("\n"))).toEqual([text.join(" / ").replaceAll("  ", " ")]);
});

test("reads a table in a frame of bars and dashes, with a bar beside each text", async () => {
  const blocks = await readTyped(`
Stock list as of 28.11.2026
-----------------------------------------------------------------
|Material|Description             |Plant|    Stock|Un| Amount LC|
-----------------------------------------------------------------
|104820  |Garden hose 20 m        |1000 |       14|PC|    279,86|
|104821  |Garden hose 50 m        |1000 |        5|PC|    249,95|
|104907  |Watering can 10 l       |1000 |       33|PC|    328,35|
|105113  |Potting soil 40 l       |1100 |      210|BG|  1.047,90|
-----------------------------------------------------------------
|*       |                        |     |         |  |  1.906,06|
-----------------------------------------------------------------
`);
  expect(blocks).toEqual([
    "Stock list as of 28.11.2026",
    rowsIn(`
Material | Description | Plant | Stock | Un | Amount LC
104820 | Garden hose 20 m | 1000 | 14 | PC | 279,86
104821 | Garden hose 50 m | 1000 | 5 | PC | 249,95
104907 | Watering can 10 l | 1000 | 33 | PC | 328,35
105113 | Potting soil 40 l | 1100 | 210 | BG | 1.047,90
* | | | | | 1.906,06`),
  ]);
});

test("reads a frame with a line and crossings between its rows, one with two lines of text", async () => {
  const blocks = await readTyped(`
+------+------------------+-----+
| Item | Name             | Qty |
+------+------------------+-----+
| 5811 | Paint roller set | 12  |
|      | with two trays   |     |
+------+------------------+-----+
| 5812 | Masking tape     | 140 |
+------+------------------+-----+
`);
  expect(blocks).toEqual([
    [
      ["Item", "Name", "Qty"],
      ["5811", "Paint roller set\nwith two trays", "12"],
      ["5812", "Masking tape", "140"],
    ],
  ]);
});

test("bars that are not below each other are text", async () => {
  const text = ["if (a || b) return", "while (next || isOpen || last)", "  run(first || other, 12)"];
  expect((await readTyped(text.join("\n"))).filter((block) => Array.isArray(block))).toEqual([]);
});

test("a space after the same word in all rows is no gap between columns", async () => {
  const [table] = await readTyped(`
ITEM   DESCRIPTION          QTY PRICE
70011  PLASTIC CRATE 12 L    14  4,49
70012  PLASTIC CRATE 30 L     9  7,25
70013  PLASTIC CRATE 45 L    33  9,80
70014  PLASTIC CRATE 60 L     2 12,15
70015  PLASTIC CRATE 75 L    17 14,30
`);
  expect(table).toEqual(
    rowsIn(`
ITEM | DESCRIPTION | QTY | PRICE
70011 | PLASTIC CRATE 12 L | 14 | 4,49
70012 | PLASTIC CRATE 30 L | 9 | 7,25
70013 | PLASTIC CRATE 45 L | 33 | 9,80
70014 | PLASTIC CRATE 60 L | 2 | 12,15
70015 | PLASTIC CRATE 75 L | 17 | 14,30`),
  );
});
