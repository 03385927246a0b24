import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sniffDocument } from "./sniff-document.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-sniff-"));
});
afterAll(() => rm(folder, { recursive: true }));

const MAIN = "openxmlformats-officedocument.wordprocessingml.document.main";
const office = (type: string, others: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8(`<Types><Override ContentType="application/vnd.${type}+xml"/></Types>`),
    "word/document.xml": strToU8("<w:document/>"),
    ...others,
  });

/** An OLE container with one stream name, as written by Word 97 and for documents with a password. */
function ole(name: string): Uint8Array {
  const bytes = Buffer.alloc(1024);
  Buffer.from("D0CF11E0A1B11AE1", "hex").copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.write(name, 512 + 128, "utf16le");
  return bytes;
}

test.each([
  ["a PDF with arbitrary content", strToU8("%PDF-1.7 and nonsense"), "pdf"],
  ["a Word document", office(MAIN), "docx"],
  ["one whose types come last", zipSync({ "a.xml": strToU8("<a/>"), ...unzipSync(office(MAIN)) }), "docx"],
  [
    "one whose types come last, with bytes after its end",
    Buffer.concat([zipSync({ "a.xml": strToU8("<a/>"), ...unzipSync(office(MAIN)) }), Buffer.from("\r\n")]),
    "docx",
  ],
  ["one that is cut off", office(MAIN).subarray(0, 200), "docx"],
  ["one with a password", ole("EncryptedPackage"), "docx"],
  ["one with ../ in it", office(MAIN, { "../evil.xml": strToU8("x") }), "docx"],
  ["Word 97 under a new name", ole("WordDocument"), null],
  ["one with macros", office("ms-word.document.macroEnabled.main"), null],
  ["a spreadsheet", office("openxmlformats-officedocument.spreadsheetml.sheet.main"), null],
  ["an OpenDocument", zipSync({ mimetype: strToU8("application/vnd.oasis.opendocument.text") }), null],
  ["a ZIP that is cut off", zipSync({ "photo.jpg": new Uint8Array(500) }).subarray(0, 100), null],
  ["types that explode", office(MAIN, { "[Content_Types].xml": new Uint8Array(2_000_000) }), null],
  ["a picture", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), null],
  ["nothing", new Uint8Array(0), null],
])("S5.10 what a task's document is, by its bytes: %s", async (name, bytes, type) => {
  const path = join(folder, `${name.replaceAll(/\W/g, "-")}.docx`);
  await writeFile(path, bytes);
  expect(await sniffDocument(path)).toBe(type);
});
