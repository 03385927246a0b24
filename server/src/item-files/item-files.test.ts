import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ITEM_FILE_LIMITS, type ItemFileOptions } from "@precount/domain";
import { type Zippable, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { convertItemFile } from "./convert-file.ts";
import { ItemFileProcess } from "./item-file-process.ts";
import { readTableFile } from "./table-file.ts";
import { openItemFile } from "./open-file.ts";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder.remove());

let files = 0;
async function fileWith(content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, `file-${(files += 1)}`);
  await writeFile(path, content);
  return path;
}

/** The accepted rows of a file as PostgreSQL reads them, and the rejected ones. */
async function convert(content: string | Uint8Array, options: ItemFileOptions = {}) {
  const path = await fileWith(content);
  const result = await convertItemFile(path, options, `${path}.rows`, () => undefined);
  const lines = (await readFile(`${path}.rows`, "utf8")).split("\n").filter((line) => line !== "");
  return { ...result, lines: lines.map((line) => line.split("\t").slice(0, 3)) };
}

const errorOf = (content: string | Uint8Array): Promise<string> =>
  convert(content).then(
    () => "no error",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const SHEET = "xl/worksheets/sheet1.xml";
const workbook = (rows: string, more: Zippable = {}): Uint8Array =>
  zipSync({
    "xl/workbook.xml": strToU8(
      `<workbook xmlns:r="r"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    [SHEET]: strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ...more,
  });

const row = (cells: string): string => `<row><c t="inlineStr"><is><t>012345</t></is></c>${cells}</row>`;

const cellOf = (reference: string, value: string): string => `<c r="${reference}" t="str"><v>${value}</v></c>`;

describe("text files", () => {
  test.each([
    ["UTF-8 with a byte order mark", "utf8", "\uFEFF"],
    ["UTF-16 with a byte order mark", "utf16le", "\uFEFF"],
    ["UTF-16 without one", "utf16le", ""],
    ["windows-1252", "latin1", ""],
  ] as const)("%s", async (_, encoding, mark) => {
    const text = `${mark}Code;Name\r\n012345;Käse\r\n012346;Brötchen\r\n`;
    const { lines } = await convert(Buffer.from(text, encoding));
    expect(lines).toEqual([
      ["2", "012345", "Käse"],
      ["3", "012346", "Brötchen"],
    ]);
  });

  it.each([
    ["Russian", "Код;Наименование\r\n012345;Чай\r\n012346;Молоко топлёное\r\n", "Молоко топлёное"],
    ["Chinese", "编码;名称\r\n012345;绿茶\r\n012346;全脂牛奶\r\n", "全脂牛奶"],
  ])("UTF-16 without a byte order mark in %s", async (_, text, name) => {
    const bytes = Buffer.from(text, "utf16le");
    const columns = { code: 0, description: 1 };
    expect((await convert(bytes, { columns })).lines.at(-1)).toEqual(["3", "012346", name]);
    expect((await convert(bytes.swap16(), { columns })).lines.at(-1)).toEqual(["3", "012346", name]);
  });

  const polish = "M\xB9ka i \x9Cmietana, \xAFurek";
  const czech = "\xC8aj, \xF8epa, \xE8erstv\xE9 ml\xE9ko";
  const hungarian = "Ken\xF5m\xE1jas, gy\xFCm\xF6lcs, t\xFBr\xF3";
  it.each([
    ["Polish", polish, "Mąka i śmietana, Żurek"],
    ["Czech", czech, "Čaj, řepa, čerstvé mléko"],
    ["Hungarian", hungarian, "Kenőmájas, gyümölcs, tűró"],
    ["French", "Cr\xE8me br\xFBl\xE9e, p\xE2t\xE9", "Crème brûlée, pâté"],
    ["Spanish", "Pi\xF1a", "Piña"],
    ["Portuguese", "P\xE3o, ma\xE7\xE3, lim\xF5es", "Pão, maçã, limões"],
    ["Italian", "Caff\xE8, t\xE8 pi\xF9", "Caffè, tè più"],
    ["Danish", "R\xF8dgr\xF8d, bl\xE5b\xE6r", "Rødgrød, blåbær"],
    ["signs", "Box 5 m\xB3, \xBDl, \xA35, 2\xB0, Tea\xAE", "Box 5 m³, ½l, £5, 2°, Tea®"],
  ])("%s: a few letters far from the start of the file choose the code page", async (_, bytes, text) => {
    const note = "x".repeat(1000);
    const tea = Array.from({ length: 300 }, (_none, at) => `${100_000 + at};Tea;${note}\r\n`).join("");
    const { lines } = await convert(Buffer.from(`Code;Name;Note\r\n${tea}012345;${bytes};\r\n`, "latin1"));
    expect(lines.at(-1)).toEqual(["302", "012345", text]);
  });

  it("reads a long line of UTF-8 that is cut between the bytes of a letter", async () => {
    const items = Array.from({ length: 9000 }, (_, at) => ({ sku: String(100_000 + at), name: "Käse für Brötchen" }));
    const { lines } = await convert(
      `[${JSON.stringify({ sku: "012345", name: "x" })},${JSON.stringify(items).slice(1)}`,
    );
    expect(lines.at(-1)).toEqual(["9001", "108999", "Käse für Brötchen"]);
  });

  it.each([";", "\t", "|"] as const)("the first line names the delimiter %j and is no row", async (delimiter) => {
    const text = `\uFEFFsep=${delimiter}\r\nCode${delimiter}Name, size, color\r\n012345${delimiter}Tea\r\n`;
    const { lines } = await convert(text, { columns: { code: 0, description: 1 } });
    expect(lines).toEqual([["3", "012345", "Tea"]]);
    const path = await fileWith(text);
    const { columns } = await openItemFile(path, { delimiter: ",", hasHeader: true }, false);
    expect(columns.slice(1)).toEqual(["size", "color"]);
  });

  it.each([
    ["named columns", "Stock list, store 0117\n\nDate;2026-11-29\nSKU;Name;Price\n012345;Tea, green;1,99\n", 5],
    ["columns in another language", "Bestandsliste;;\nArtikelnr;Bezeichnung;Preis\n012345;Tea, green;1,99\n", 3],
    ["no header", "012345;Tea, green\n012346;Milk\n", 1],
  ])("finds the header below a title: %s", async (_, text, line) => {
    const { lines } = await convert(text, { columns: { code: 0, description: 1 } });
    expect(lines[0]).toEqual([String(line), "012345", "Tea, green"]);
  });

  it("skips the rows that a person names", async () => {
    const text = "a;b\nc;d\n012345;Tea\n012346;Milk\n";
    const { lines } = await convert(text, { columns: { code: 0, description: 1 }, skipRows: 3, hasHeader: false });
    expect(lines).toEqual([["4", "012346", "Milk"]]);
    await expect(convert(text, { skipRows: 4 })).rejects.toThrow("The file has only 4 rows. Skip fewer of them.");
  });

  it("rows in the wrong encoding are rejected instead of stored", async () => {
    const { rejections } = await convert(Buffer.from("code,name\n012345,Käse\n", "latin1"), { encoding: "utf-8" });
    expect(rejections).toEqual([
      { line: 2, reason: 'Description "K\uFFFDse" cannot be read. Choose another encoding.' },
    ]);
  });

  it("names the first line of a row whose cells have line breaks", async () => {
    const { lines, rejections } = await convert('code,name\n012345,"a\nb"\n12,c\n\n012346,d\n');
    expect(lines).toEqual([
      ["2", "012345", "a b"],
      ["6", "012346", "d"],
    ]);
    expect(rejections).toMatchObject([{ line: 4 }]);
  });

  it("ends a row at any line ending, also in a file with several of them", async () => {
    const text = 'code;name;price\r\n012345;Tea\n012346;Milk\r\n"012347";"a\r\nb"\r\n012348;Rice\r012349;Salt\n';
    const { lines, rejections } = await convert(text);
    expect(rejections).toEqual([]);
    expect(lines).toEqual([
      ["2", "012345", "Tea"],
      ["3", "012346", "Milk"],
      ["4", "012347", "a b"],
      ["6", "012348", "Rice"],
      ["7", "012349", "Salt"],
    ]);
  });

  it.each([
    ["a formula that keeps zeros", 'Code;Name\n="012345";"=""Tea; green"""\n'],
    ["an apostrophe that marks text", 'Code;Name\n\'012345;"Tea; green"\n'],
    ["no-break spaces", 'Code;Name\n\u00A0012\u202F345\u00A0;"Tea;\u00A0green"\n'],
    ["spaces around quotes", 'Code; Name\n"012345" ; "Tea; green" \n'],
    ["rows without a value", 'Code;Name\n012345;"Tea; green"\n;\n ;\u00A0\n'],
  ])("reads values with %s", async (_, text) => {
    const { lines, rejections } = await convert(text);
    expect(rejections).toEqual([]);
    expect(lines).toEqual([["2", "012345", "Tea; green"]]);
  });

  it("keeps empty columns of a file with tabs", async () => {
    const { lines } = await convert("Code\tPrice\tName\n012345\t\tTea\n012346\t \t\n");
    expect(lines).toEqual([
      ["2", "012345", "Tea"],
      ["3", "012346", String.raw`\N`],
    ]);
  });

  it("keeps inch signs and backslashes, and rejects NUL", async () => {
    const { lines, rejections } = await convert('code,name\n012345,TV 40" flat\n012346,a\\tb\n012347,a\0b\n');
    expect(lines).toEqual([
      ["2", "012345", 'TV 40" flat'],
      ["3", "012346", String.raw`a\\tb`],
    ]);
    expect(rejections).toEqual([{ line: 4, reason: 'Description "a?b" contains a control character.' }]);
  });

  test.each([
    ["", "The file has no rows."],
    ["Code;Name;Price\r\n", /a header and no rows below it/],
    ["sep=;\r\nArtikelnr;Bezeichnung\r\n\r\n", /a header and no rows below it/],
    ["name,price\nTea,1\n", "The file has no column with codes. Choose the column with the six-digit codes."],
    [`code,name\n012345,"${"x".repeat(70_000)}"\n`, /longer than 65536 characters/],
    ["\xD0\xCF\x11\xE0".repeat(9), /old Excel file/],
    ["<!DOCTYPE html>\n<html><head><title>Sign in</title>\n", /web page/],
    ['<?xml version="1.0"?><html xmlns="x"><table>\n', /web page/],
    ["<table border=1>\n<tr><td>012345</td><td>Tea</td></tr>\n", /web page/],
    ['<?xml version="1.0"?>\n<items><item code="012345"/></items>\n', /XML file/],
    ["%PDF-1.4\n", /a PDF/],
    ["{\\rtf1 012345}", /RTF/],
    ["\x89PNG\r\n", /picture/],
    ["\x1F\x8B\b\0", /compressed/],
    ["\x01\x02\x03\n012345;Tea\n", /not a text file/],
    ["<code>;<name>\n", /a header and no rows/],
  ])("refuses %#", async (content, message) => {
    expect(await errorOf(Buffer.from(content, "latin1"))).toMatch(message);
  });
});

describe("JSON", () => {
  const tea = { sku: "012345", name: "Tea", price: 1.5, active: false };
  test.each([
    ["a list", JSON.stringify([tea])],
    ["an object with a list of items", JSON.stringify({ store: "x", items: [tea] })],
    ["one item a line", `${JSON.stringify(tea)}\n`],
  ])("%s", async (_, content) => {
    expect(await convert(content)).toMatchObject({ accepted: 1, lines: [["1", "012345", "Tea"]] });
  });

  it("numbers items, and rejects those that are no objects", async () => {
    expect((await convert(`[${JSON.stringify(tea)}, 5]`)).rejections).toEqual([
      { line: 2, reason: "The item is not an object." },
    ]);
  });

  test.each([
    ['[{"sku":"012345"}, {"sku":"0123', "The JSON file is damaged near item 2."],
    ['[{"sku":"012345"}][{"sku":"012346"}]', "The JSON file is damaged near item 2."],
    ['{"sku":"012345"}\n{"sku":', "The JSON file is damaged near item 2."],
    ['[{"sku":"012345"}, }]', "The JSON file is damaged near item 2."],
    ['{"error":"Not found","code":404}', /error message of a web service/],
    [`[{"sku":"${"1".repeat(400_000)}"}]`, /too large|must contain a list/],
  ])("a damaged file %#", async (content, message) => {
    expect(await errorOf(content)).toMatch(message);
  });
});

describe("XLSX", () => {
  it("reads shared and inline texts, numbers, stored formula values and empty cells", async () => {
    const texts = `<sst><si><t>Code</t></si><si><t>Name</t></si><si><r><t>Green </t></r><r><t>tea</t></r><rPh><t>x</t></rPh></si></sst>`;
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>012345</t></is></c><c r="C2" t="s"><v>2</v></c></row>
      <row r="5"><c r="A5"><v>123456</v></c><c r="C5" t="str"><f>A1&amp;"x"</f><v>stored</v></c></row>
      <row r="6"><c r="A6" t="e"><v>#REF!</v></c></row>
      <row r="7"><c r="A7"><v>2.34567E5</v></c><c r="C7" t="str"><v>1E3</v></c></row>`;
    const { lines, rejections } = await convert(workbook(rows, { "xl/sharedStrings.xml": strToU8(texts) }));
    expect(lines).toEqual([
      ["2", "012345", "Green tea"],
      ["5", "123456", "stored"],
      ["7", "234567", "1E3"],
    ]);
    expect(rejections).toEqual([{ line: 6, reason: 'The code "#REF!" does not have six digits.' }]);
  });

  it("rejects rows with a formula without a stored value", async () => {
    const formula = "<f>B1+1</f>";
    const rows = `
      <row><c t="str"><v>Code</v></c><c t="str"><v>Name</v></c><c t="str"><v>Price</v></c><c t="str"><v>Note</v></c></row>
      <row><c>${formula}<v></v></c></row>
      ${row(`<c t="str"><v>Tea</v></c><c>${formula}</c>`)}
      ${row(`<c t="str">${formula}<v></v></c><c><v>1</v></c><c>${formula}<v/></c>`)}`;
    const { accepted, rejections } = await convert(workbook(rows));
    expect(accepted).toBe(1);
    const after =
      " is a formula without a stored value. Open the file in a spreadsheet program, save it and choose it again.";
    expect(rejections).toEqual([
      { line: 2, reason: `Code${after}` },
      { line: 3, reason: `Unit price${after}` },
    ]);
  });

  it.each(["hidden", "veryHidden"])("reads the first visible sheet when the first sheet is %s", async (state) => {
    const sheets = `<sheet name="Old" sheetId="1" state="${state}" r:id="rId1"/><sheet name="Items" sheetId="2" r:id="rId2"/>`;
    const path = await fileWith(
      workbook(row('<c t="str"><v>Old tea</v></c>'), {
        "xl/workbook.xml": strToU8(`<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`),
        "xl/_rels/workbook.xml.rels": strToU8(
          `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
        ),
        "xl/worksheets/sheet2.xml": strToU8(
          `<worksheet><sheetData>${row('<c t="str"><v>Tea</v></c>')}</sheetData></worksheet>`,
        ),
      }),
    );
    const preview = await openItemFile(path, {}, false);
    expect(preview.sheets).toEqual(["Items", "Old"]);
    expect(preview.rows).toEqual([["012345", "Tea"]]);
  });

  it.each([
    ["UTF-16", "UTF-16", "utf16le", "\uFEFF"],
    ["UTF-16 without a byte order mark", "UTF-16", "utf16le", ""],
    ["ISO-8859-1", "ISO-8859-1", "latin1", ""],
  ] as const)("reads parts in %s", async (_, name, encoding, mark) => {
    const part = (xml: string): Uint8Array =>
      Buffer.from(`${mark}<?xml version="1.0" encoding="${name}"?>${xml}`, encoding);
    const rows = row('<c t="s"><v>0</v></c>');
    const file = workbook("", {
      "xl/sharedStrings.xml": part("<sst><si><t>Käse</t></si></sst>"),
      [SHEET]: part(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    });
    const { lines } = await convert(file, { columns: { code: 0, description: 1 } });
    expect(lines).toEqual([["1", "012345", "Käse"]]);
  });

  it("shows numbers as the sheet does: leading zeros, dates and percentages", async () => {
    const codes = ["000000", "dd/mm/yyyy;@", String.raw`_-* #,##0.00\ [$€-407]_-`, '0.0" d"'];
    const custom = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode='${code}'/>`).join("");
    const styles = [0, 164, 165, 10, 166, 22, 167].map((id) => `<xf numFmtId="${id}"/>`).join("");
    const cells = ["12345", "46355", "0.125", "1.99", "46355.604166666664", "2.5"];
    const numbers = cells.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join("");
    const sheet = (date1904: string): Uint8Array =>
      workbook(`<row>${numbers}</row><row><c t="str"><v>012346</v></c><c s="2" t="str"><v>46355</v></c></row>`, {
        "xl/styles.xml": strToU8(
          `<styleSheet><numFmts>${custom}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`,
        ),
        "xl/workbook.xml": strToU8(
          `<workbook xmlns:r="r"><workbookPr ${date1904}/><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        ),
      });
    const { rows } = await openItemFile(await fileWith(sheet("")), {}, false);
    expect(rows).toEqual([
      ["012345", "2026-11-29", "12.5%", "1.99", "2026-11-29 14:30", "2.5"],
      ["012346", "46355"],
    ]);
    const old = await openItemFile(await fileWith(sheet('date1904="1"')), {}, false);
    expect(old.rows[0]?.[1]).toBe("2030-11-30");
  });

  it("repeats merged cells in the rows that they cover, and reads a header of two rows", async () => {
    const rows = `
      <row r="1">${cellOf("A1", "Stock list")}</row>
      <row r="5">${cellOf("A5", "Department")}${cellOf("B5", "Code")}${cellOf("C5", "Name")}${cellOf("D5", "Stock")}</row>
      <row r="6">${cellOf("D6", "Expected")}${cellOf("E6", "Last")}</row>
      <row r="7">${cellOf("A7", "Food")}${cellOf("B7", "012345")}${cellOf("C7", "Tea")}<c r="D7"><v>3</v></c></row>
      <row r="8" hidden="1">${cellOf("B8", "012346")}${cellOf("C8", "Milk")}<c r="E8"><v>4</v></c></row>
      <row r="9">${cellOf("B9", "012347")}${cellOf("C9", "Soap")}</row>`;
    const merged = ["A1:E1", "A5:A6", "B5:B6", "C5:C6", "D5:E5", "A7:A8"]
      .map((ref) => `<mergeCell ref="${ref}"/>`)
      .join("");
    const xml = `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`;
    const path = await fileWith(workbook("", { [SHEET]: strToU8(xml) }));
    const preview = await openItemFile(path, {}, true);
    expect(preview.columns).toEqual(["Department", "Code", "Name", "Expected", "Last"]);
    expect(preview.rows).toEqual([
      ["Food", "012345", "Tea", "3"],
      ["Food", "012346", "Milk", "", "4"],
      ["", "012347", "Soap"],
    ]);
  });

  it("accepts rows with formatted or other cells right of the header", async () => {
    const header = '<row><c t="str"><v>Code</v></c><c t="str"><v>Name</v></c></row>';
    const name = '<c t="str"><v>Tea</v></c>';
    const rows = `${header}${row(`${name}<c s="5"/>`)}${row(`${name}<c t="str"><v>a note</v></c>`)}`;
    expect(await convert(workbook(rows))).toMatchObject({ accepted: 2, rejected: 0 });
  });

  it("ignores formatted empty cells up to the last possible column", async () => {
    const name = '<c t="str"><v>Tea</v></c>';
    expect(await convert(workbook(row(`${name}<c r="AMJ1" s="5"/><c r="XFD1" s="5"><v></v></c>`)))).toMatchObject({
      accepted: 1,
      rejected: 0,
    });
  });

  it("reads a workbook whose names in the ZIP have backslashes", async () => {
    const parts = Object.entries(unzipSync(workbook(row("")))).map(([name, part]) => [
      name.replaceAll("/", "\\"),
      part,
    ]);
    expect(await convert(zipSync(Object.fromEntries(parts)))).toMatchObject({ accepted: 1 });
  });

  it("reads a workbook with bytes after its end, or whose last byte is missing", async () => {
    const file = workbook(row(""));
    expect(await convert(Buffer.concat([file, Buffer.from("\n")]))).toMatchObject({ accepted: 1 });
    expect(await convert(file.subarray(0, -1))).toMatchObject({ accepted: 1 });
  });

  it("reads a workbook that the package names in another folder", async () => {
    const parts = Object.entries(unzipSync(workbook(row("")))).map(([name, part]) => [
      name.replace("xl/", "data/"),
      part,
    ]);
    const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    const root = `<Relationships><Relationship Id="a" Type="${type}" Target="/data/workbook.xml"/></Relationships>`;
    const file = zipSync({ ...Object.fromEntries(parts), "_rels/.rels": strToU8(root) });
    expect(await convert(file)).toMatchObject({ accepted: 1 });
    const document = { "_rels/.rels": strToU8(root), "data/workbook.xml": strToU8("<w:document/>") };
    expect(await errorOf(zipSync(document))).toMatch(/not an Excel workbook/);
  });

  test.each([
    ["a name outside", workbook(row(""), { "..\\evil": strToU8("x") }), /damaged/],
    ["a ZIP that is no workbook", zipSync({ "a.txt": strToU8("a") }), /not an Excel workbook/],
    ["a cut file", workbook(row("")).slice(0, 300), /damaged/],
    ["a ZIP bomb", workbook("", { [SHEET]: [new Uint8Array(20_000_000), { level: 9 }] }), /hundreds of times its size/],
    [
      "XML entities",
      workbook("", { [SHEET]: strToU8('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>') }),
      /entities/,
    ],
    ["too many columns", workbook(row('<c r="ZZZ1"><v>1</v></c>')), /more than 200 columns. Remove/],
    ["XML that is not closed", workbook("<row><c>"), /damaged/],
  ])("refuses %s", async (_, content, message) => {
    expect(await errorOf(content)).toMatch(message);
  });
});

it("previews the first rows without a column for the codes", async () => {
  const path = await fileWith(`name\n${"Tea\n".repeat(50)}`);
  const preview = await openItemFile(path, {}, false);
  expect(preview.columns).toEqual(["Column 1"]);
  expect(preview.rows).toHaveLength(ITEM_FILE_LIMITS.previewRows);
  expect(preview.options.columns).toEqual({});
});

it("refuses a picture where an export is verified", async () => {
  const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 2000 }, (_, i) => (i * 37) % 256)]);
  await expect(readTableFile(await fileWith(picture), { rows: "rows", cover: "Seal" })).rejects.toThrow(
    "This is not a CSV or XLSX file. Choose an export of Precount.",
  );
});

it("replaces the rows of a conversion that was ended before", async () => {
  const path = await fileWith("code,name\n012345,Tea\n");
  await writeFile(`${path}.rows`, "2\t543210\tRows of the child that ended\n".repeat(100));
  await convertItemFile(path, {}, `${path}.rows`, () => undefined);
  expect(await readFile(`${path}.rows`, "utf8")).toMatch(/^2\t012345\tTea\t[^\n]*\n$/);
});

it("reads in a child process, and reports a file's fault as a message", async () => {
  const process = new ItemFileProcess();
  try {
    const path = await fileWith("code,name\n012345,Tea\n");
    expect((await process.preview(path, {})).columns).toEqual(["code", "name"]);
    const call = { path, options: {}, outPath: `${path}.rows` };
    expect(await process.convert(call, () => undefined)).toMatchObject({ rows: 1, accepted: 1 });
    const other = { path, options: { columns: { code: "x" } }, outPath: `${path}.other` };
    await expect(process.convert(other, () => undefined)).rejects.toThrow('The file has no column "x" for Code.');
  } finally {
    await process.close();
  }
});
