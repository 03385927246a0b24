import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { csvOf } from "../../operations/export/csv.ts";
import type { Table } from "../../operations/export/table.ts";
import { xlsxOf } from "../../operations/export/xlsx.ts";

/**
 * `apt-get install -y --no-install-recommends libreoffice-calc-nogui`; without it, these tests are skipped. `soffice` is
 * not enough: with Writer alone it opens no spreadsheet.
 */
const isInstalled =
  spawnSync("sh", ["-c", 'test -e "$(dirname "$(readlink -f "$(command -v soffice)")")/libsclo.so"']).status === 0;
/** Options of the CSV filter: comma, double quote, UTF-8, from the first line; text in quotes, numbers not. */
const QUOTED_TEXT = "44,34,76,1,,0,true,true";
/** The option 'Format quoted field as text'. */
const QUOTED_AS_TEXT = "44,34,76,1,,0,true";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder.remove());

/** Converts a file with the real LibreOffice to CSV, with text cells in quotes. */
async function opened(path: string, inFilter: string[] = []): Promise<string[]> {
  const out = join(folder.path, `out-${basename(path)}`);
  const profile = `-env:UserInstallation=file://${folder.path}/profile`;
  const convert = ["--convert-to", `csv:Text - txt - csv (StarCalc):${QUOTED_TEXT}`, "--outdir", out];
  await promisify(execFile)("soffice", [profile, "--headless", ...inFilter, ...convert, path]);
  const text = await readFile(join(out, basename(path).replace(/\.\w+$/, ".csv")), "utf8");
  return text.replace("\uFEFF", "").trimEnd().split("\n");
}

const CELLS = [
  ["000042", 3],
  ["=1+1", 10],
  ["+1", null],
  ["-1", 1],
  ["@SUM(A1:A9)", 1],
  ['=HYPERLINK("http://x";"y")', 1],
  ["12-11", 1],
  ["1e5", 1],
  ["TRUE", 1],
  ["_x0041_ é棚", 1],
];
const table = (): Table => ({ name: "Precount", columns: ["SKU", "Quantity"], rows: Readable.from([CELLS]) });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe.skipIf(!isInstalled)(
  "PD-28 and PD-36: what LibreOffice (where soffice is installed) makes of an export",
  () => {
    it("XLSX, just opened: text is text, leading zeros and formulas too; numbers are numbers", async () => {
      const path = join(folder.path, "export.xlsx");
      await writeFile(path, await buffer(xlsxOf(table())));
      expect(await opened(path)).toEqual([
        '"SKU","Quantity"',
        ...CELLS.map(([text, number]) => `${quoted(String(text))},${number ?? ""}`),
      ]);
    });

    it("CSV, with quoted fields as text: leading zeros stay, and no cell is run as a formula", async () => {
      const path = join(folder.path, "export.csv");
      await writeFile(path, await buffer(Readable.from(csvOf(table()))));
      const cells = await opened(path, [`--infilter=CSV:${QUOTED_AS_TEXT}`]);
      expect(cells.slice(0, 4)).toEqual(['"SKU","Quantity"', '"000042",3', `"'=1+1",10`, `"'+1",`]);
      expect(cells.slice(7)).toEqual(['"12-11",1', '"1e5",1', '"TRUE",1', '"_x0041_ é棚",1']);
    });

    it("CSV, just opened: no cell is run as a formula", async () => {
      const path = join(folder.path, "plain.csv");
      await writeFile(path, await buffer(Readable.from(csvOf(table()))));
      const cells = await opened(path);
      expect(cells.slice(2, 7)).toEqual([
        `"'=1+1",10`,
        `"'+1",`,
        `"'-1",1`,
        `"'@SUM(A1:A9)",1`,
        `"'=HYPERLINK(""http://x"";""y"")",1`,
      ]);
    });
  },
);
