import { posix } from "node:path";
import { TextDecoder } from "node:util";
import { ITEM_FILE_LIMITS } from "@precount/domain";
import type { Entry } from "yauzl";
import { ItemFileError } from "./item-file-error.ts";
import type { FileRow, OnRead, RowBatches } from "./rows.ts";
import { type NumberFormat, formatNumber, numberFormat } from "./xlsx-formats.ts";
import { MergedValues, columnIndex, findMerges } from "./xlsx-merges.ts";
import { DAMAGED, NOT_XLSX, type XlsxPackage, type XmlHandlers, createXmlParser, openXlsx } from "./xlsx-package.ts";

const TOO_MANY_COLUMNS = `The sheet has more than ${ITEM_FILE_LIMITS.maxColumns} columns. Remove those that the list does not need and choose it again.`;

type Sheet = { name: string; part: string; isHidden: boolean };

export async function listSheets(path: string): Promise<string[]> {
  const xlsx = await openXlsx(path);
  try {
    return (await readWorkbook(xlsx)).sheets.map(({ name }) => name);
  } finally {
    xlsx.close();
  }
}

/**
 * The rows of a sheet with the values that the sheet shows, those of hidden rows and columns included. A formula's stored value counts;
 * nothing is calculated. Some programs write formulas without their values. Throws ItemFileError.
 */
export async function* readXlsxRows(path: string, sheet: string | null, onRead?: OnRead): RowBatches {
  const xlsx = await openXlsx(path);
  try {
    const { sheets, is1904 } = await readWorkbook(xlsx);
    const found = sheet === null ? sheets[0] : sheets.find(({ name }) => name === sheet);
    const entry = found && xlsx.entry(found.part);
    if (!entry) throw new ItemFileError(sheet === null ? DAMAGED : `The workbook has no sheet "${sheet}".`);
    const texts = await readSharedTexts(xlsx);
    const formats = await readFormats(xlsx);
    const merged = new MergedValues(await findMerges(readPart(xlsx, entry)));
    const rows = new SheetRows({ texts, formats, is1904, merged });
    let done = 0;
    for await (const chunk of parseXml(xlsx, entry, rows.handlers)) {
      done += chunk;
      onRead?.(done, entry.uncompressedSize);
      const batch = rows.take();
      if (batch.length > 0) yield batch;
    }
  } finally {
    xlsx.close();
  }
}

/** Parses a part and yields the number of bytes after each piece. */
async function* parseXml(xlsx: XlsxPackage, entry: Entry, handlers: XmlHandlers): AsyncGenerator<number> {
  const parser = createXmlParser(handlers);
  try {
    for await (const { text, bytes } of readPart(xlsx, entry)) {
      parser.write(text);
      yield bytes;
    }
    parser.close();
  } catch (error) {
    throw error instanceof ItemFileError ? error : new ItemFileError(DAMAGED, { cause: error });
  }
}

/** The text of a part in pieces, with the number of bytes of each. */
async function* readPart(xlsx: XlsxPackage, entry: Entry): AsyncGenerator<{ text: string; bytes: number }> {
  try {
    let decoder: TextDecoder | undefined;
    for await (const chunk of xlsx.open(entry)) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      yield { text: decoder.decode(chunk, { stream: true }), bytes: chunk.length };
    }
  } catch (error) {
    throw new ItemFileError(DAMAGED, { cause: error });
  }
}

/** The encoding by the byte order mark, else by the XML declaration. Excel writes UTF-8. */
function encodingOf(chunk: Uint8Array): string {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const start = Buffer.from(chunk.subarray(0, 200)).toString("latin1");
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*\bencoding=["']([\w.-]+)["']/.exec(start)?.[1] ?? "utf-8";
  // A UTF-16 declaration without its zero bytes is wrong: the declaration was copied.
  return /^utf-?16|^ucs/i.test(declared) ? "utf-8" : declared;
}

async function parseAll(xlsx: XlsxPackage, name: string, handlers: XmlHandlers): Promise<void> {
  const entry = xlsx.entry(name);
  if (!entry) return;
  for await (const _ of parseXml(xlsx, entry, handlers));
}

/** The sheets, and whether dates count from 1904, as in workbooks of old Macs. */
async function readWorkbook(xlsx: XlsxPackage): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const workbook = await findWorkbook(xlsx);
  const parts = new Map((await readRelationships(xlsx, workbook)).map(({ id, target }) => [id, target]));
  const sheets: Sheet[] = [];
  let isWorkbook = false;
  let is1904 = false;
  await parseAll(xlsx, workbook, {
    open: (name, attributes) => {
      isWorkbook ||= name === "workbook";
      if (name === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const part = parts.get(id ?? "");
      if (name !== "sheet" || part === undefined) return;
      // `hidden` or `veryHidden`.
      const isHidden = (attributes["state"] ?? "visible") !== "visible";
      sheets.push({ name: attributes["name"] ?? "", part, isHidden });
    },
  });
  if (!isWorkbook) throw new ItemFileError(NOT_XLSX);
  // The first sheet is read by default. A person who looks at the workbook does not see a hidden one.
  return { sheets: sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)), is1904 };
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** The part that lists the sheets: mostly xl/workbook.xml, but a package may give it any name. */
async function findWorkbook(xlsx: XlsxPackage): Promise<string> {
  const relationships = await readRelationships(xlsx, "");
  const part = relationships.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  // The workbook of .xlsb is binary.
  if (!part.endsWith(".xml") || !xlsx.entry(part)) throw new ItemFileError(NOT_XLSX);
  return part;
}

type Relationship = { id: string; type: string; target: string };

/** The parts that a part refers to; those of the package for an empty name. */
async function readRelationships(xlsx: XlsxPackage, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  const found: Relationship[] = [];
  await parseAll(xlsx, posix.join(dir, "_rels", `${base}.rels`), {
    open: (name, { Id, Type = "", Target }) => {
      if (name !== "Relationship" || !Id || !Target) return;
      found.push({ id: Id, type: Type, target: posix.resolve("/", dir, Target).slice(1) });
    },
  });
  return found;
}

async function readSharedTexts(xlsx: XlsxPackage): Promise<string[]> {
  const texts: string[] = [];
  let [length, isText, isPhonetic, current] = [0, false, false, ""];
  await parseAll(xlsx, "xl/sharedStrings.xml", {
    open: (name) => {
      if (name === "si") current = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      length += current.length;
      if (length > ITEM_FILE_LIMITS.maxSharedTextLength)
        throw new ItemFileError("This workbook has too much text. Save the list as .csv and choose it again.");
      texts.push(current);
    },
  });
  return texts;
}

/** The number formats of the workbook's cell styles, by the index that cells refer to. */
async function readFormats(xlsx: XlsxPackage): Promise<(NumberFormat | undefined)[]> {
  const codes = new Map<number, string>();
  const formats: (NumberFormat | undefined)[] = [];
  let isCellStyle = false;
  await parseAll(xlsx, "xl/styles.xml", {
    open: (name, { numFmtId, formatCode }) => {
      if (name === "cellXfs") isCellStyle = true;
      const id = Number(numFmtId);
      if (name === "numFmt" && formatCode !== undefined) codes.set(id, formatCode);
      // Custom formats come before the styles.
      if (name === "xf" && isCellStyle) formats.push(numberFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return formats;
}

type SheetContext = {
  texts: readonly string[];
  formats: readonly (NumberFormat | undefined)[];
  is1904: boolean;
  merged: MergedValues;
};

/** Collects the rows of a sheet while it is parsed. */
class SheetRows {
  readonly #context: SheetContext;
  #rows: FileRow[] = [];
  #row: FileRow = { line: 0, cells: [] };
  #column = -1;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #hasFormula = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => {
      if (name === "row") {
        const number = Number(attributes["r"]);
        this.#row = { line: Number.isInteger(number) && number > 0 ? number : this.#row.line + 1, cells: [] };
        this.#column = -1;
      } else if (name === "c") {
        this.#column = columnOf(attributes["r"]) ?? this.#column + 1;
        this.#type = attributes["t"] ?? "n";
        this.#style = Number(attributes["s"] ?? 0);
        this.#value = "";
        this.#hasFormula = false;
      } else {
        this.#isValue = name === "v" || name === "t";
        if (name === "f") this.#hasFormula = true;
      }
    },
    text: (text) => {
      if (this.#isValue && this.#column >= 0 && this.#value.length <= ITEM_FILE_LIMITS.maxRowLength)
        this.#value += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") this.#isValue = false;
      else if (name === "c") this.#addCell();
      else if (name === "row" && this.#isFilled()) {
        this.#context.merged.fill(this.#row.line, this.#row.cells);
        this.#rows.push(this.#row);
      }
    },
  };

  /** Sheets may have formatted empty cells up to their last possible column. */
  #addCell(): void {
    const text = this.#cellText();
    if (this.#column >= ITEM_FILE_LIMITS.maxColumns) {
      if (text === "") return;
      throw new ItemFileError(TOO_MANY_COLUMNS);
    }
    while (this.#row.cells.length < this.#column) this.#row.cells.push("");
    this.#row.cells[this.#column] = text;
    // The value of a formula with an empty text is stored as an empty text.
    if (this.#hasFormula && this.#value === "" && this.#type !== "str")
      (this.#row.uncalculated ??= []).push(this.#column);
  }

  /** The rows that are complete since the last call. */
  take(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #isFilled(): boolean {
    return this.#row.uncalculated !== undefined || this.#row.cells.some((cell) => cell !== "");
  }

  #cellText(): string {
    const { texts, formats, is1904 } = this.#context;
    if (this.#type === "s") return texts[Number(this.#value)] ?? "";
    if (this.#type === "b") return this.#value === "1" ? "true" : "false";
    if (this.#type !== "n") return this.#value;
    return formatNumber(plainNumber(this.#value), formats[this.#style], is1904);
  }
}

/** A number that is stored with an exponent, such as 1.23456E5, as a person sees it in the sheet: 123456. */
function plainNumber(text: string): string {
  const number = /^-?\d+(?:\.\d+)?E[+-]?\d+$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? String(number) : text;
}

/** The column index of a reference such as BC12. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  return letters === undefined ? null : columnIndex(letters);
}
