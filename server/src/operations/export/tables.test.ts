import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Cell } from "@precount/domain";
import readXlsx, { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { csvOf } from "./csv.ts";
import type { Table } from "./table.ts";
import { xlsxOf } from "./xlsx.ts";

const tableOf = (...batches: Cell[][][]): Table => ({
  name: "Precount",
  columns: ["SKU", "Quantity"],
  rows: Readable.from(batches),
});
const csv = (table: Table): Readable => Readable.from(csvOf(table), { objectMode: false });

const HOSTILE = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  '=cmd|"/c calc"!A1',
  "<b>&amp;</b>",
  "a,b\r\nc",
  "'quoted'",
  "é棚😀",
];

describe("PD-28 and PD-36: a table as CSV", () => {
  it("S7.17 has a BOM, CRLF, leading zeros, and no cell that a spreadsheet runs", async () => {
    const rows = HOSTILE.map((text) => [text, 7]);
    expect((await buffer(csv(tableOf([["000042", null]], [], rows)))).toString()).toBe(
      [
        "\uFEFFSKU,Quantity",
        '"000042",',
        `"'=1+1",7`,
        `"'+1",7`,
        `"'-1",7`,
        `"'@SUM(A1)",7`,
        `"'\t=1",7`,
        `"'=cmd|""/c calc""!A1",7`,
        '"<b>&amp;</b>",7',
        '"a,b\r\nc",7',
        `"'quoted'",7`,
        '"é棚😀",7',
        "",
      ].join("\r\n"),
    );
  });
});

describe("PD-28 and PD-36: a table as XLSX", () => {
  it("S7.17 has text as it is and numbers as numbers", async () => {
    const rows = HOSTILE.map((text) => [text, 7]);
    const sheet = await readSheet(await buffer(xlsxOf(tableOf([["000042", null]], [], rows))), { trim: false });
    expect(sheet).toEqual([["SKU", "Quantity"], ["000042", null], ...rows.map(([text, n]) => [text, n])]);
  });

  it("removes characters that XML cannot represent", async () => {
    const rows = [["a\u0000b\u001Fc\uFFFEd\uD800e", "1"]];
    expect((await readSheet(await buffer(xlsxOf(tableOf(rows)))))[1]).toEqual(["abcd\uFFFDe", "1"]);
  });

  it("continues on another sheet when a sheet is full", async () => {
    const rows = Array.from({ length: 10 }, (_, n) => [String(n).padStart(6, "0"), n]);
    const book = await readXlsx(await buffer(xlsxOf(tableOf(rows.slice(0, 4), rows.slice(4)), 5)));
    const header = ["SKU", "Quantity"];
    expect(book.map(({ sheet, data }) => [sheet, data])).toEqual([
      ["Precount", [header, ...rows.slice(0, 4)]],
      ["Precount 2", [header, ...rows.slice(4, 8)]],
      ["Precount 3", [header, ...rows.slice(8)]],
    ]);
    const full = await readXlsx(await buffer(xlsxOf(tableOf(rows.slice(0, 4)), 5)));
    expect(full).toHaveLength(1);
    expect(await readSheet(await buffer(xlsxOf(tableOf())))).toEqual([header]);
  });
});

/** More rows than any buffer holds. */
function endless() {
  const source = { batches: 0, isClosed: false };
  async function* rows() {
    try {
      for (;;) {
        source.batches += 1;
        // No value repeats, so that compression does not hide the size.
        yield Array.from({ length: 500 }, () => [String(Math.random()), Math.random()]);
      }
    } finally {
      source.isClosed = true;
    }
  }
  return { source, table: { ...tableOf(), rows: rows() } };
}

describe.each([
  ["csv", csv],
  ["xlsx", (table: Table) => xlsxOf(table)],
])("%s is made as it is read", (_, write) => {
  it("reads no more rows than are consumed, and none after the end", async () => {
    const { source, table } = endless();
    const stream = write(table);
    let bytes = 0;
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += Buffer.from(chunk).length;
      if (bytes > 500_000) break;
    }
    // A batch is 18 kB: about 30 were read, and a few are buffered in the streams.
    const taken = source.batches;
    expect(taken).toBeLessThan(120);
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(source.batches).toBeLessThan(taken + 40);
    stream.destroy();
    await once(stream, "close");
    await expect.poll(() => source.isClosed).toBe(true);
  });
});

async function* broken(): AsyncGenerator<Cell[][]> {
  yield [["000042", 1]];
  throw new Error("the database has gone");
}

const brokenTable = (): Table => ({ ...tableOf(), rows: broken() });

it("fails with the error of its source, so that a partial file is not taken for a complete one", async () => {
  await expect(buffer(csv(brokenTable()))).rejects.toThrow("the database has gone");
  await expect(buffer(xlsxOf(brokenTable()))).rejects.toThrow("the database has gone");
});
