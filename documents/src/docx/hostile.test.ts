import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NAMESPACES, contentTypes, paragraph, relationships, wordFile, wordParts } from "../testing/word-file.ts";
import { DocumentError } from "../document-error.ts";
import { isForAPerson, saysWhatToDo } from "../testing/hostile/words.ts";
import { readDocx } from "./read-docx.ts";

const MB = 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-hostile-"));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(bytes: Uint8Array) {
  const path = join(folder, `${(files += 1)}.docx`);
  await writeFile(path, bytes);
  return readDocx(path);
}

const HELLO = wordParts(paragraph("Hello"));
/** The signatures of ZIP directory entries and the end record. */
const DIRECTORY_ENTRY = Buffer.from("PK\u0001\u0002", "latin1");
const DIRECTORY_END = Buffer.from("PK\u0005\u0006", "latin1");

/** Changes a ZIP's directory entry, from its signature on. */
function patched(zip: Uint8Array, name: string, patch: (entry: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf(DIRECTORY_ENTRY); at >= 0; at = bytes.indexOf(DIRECTORY_ENTRY, at + 4)) {
    if (bytes.toString("latin1", at + 46, at + 46 + bytes.readUInt16LE(at + 28)) === name) patch(bytes.subarray(at));
  }
  return bytes;
}

const DOCUMENT = "word/document.xml";
const entity = (dtd: string) => `<?xml version="1.0"?>${dtd}<w:document ${NAMESPACES}><w:body/></w:document>`;
const deep = `<w:document ${NAMESPACES}>${"<w:sdt>".repeat(100_000)}`;

test.each<[string, () => Uint8Array, RegExp]>([
  ["cut off", () => wordFile(HELLO).subarray(0, 700), /did not arrive completely/],
  ["nothing but a directory's end", () => zipSync({}), /did not arrive completely|not a Word document/],
  ["a spreadsheet", () => wordFile({ ...HELLO, "[Content_Types].xml": contentTypes("x.sheet.main") }), /not a Word/],
  [
    "macros",
    () => wordFile({ ...HELLO, "[Content_Types].xml": contentTypes("ms-word.document.macroEnabled.main") }),
    /macros/,
  ],
  ["names beyond itself", () => wordFile({ ...HELLO, "../../etc/evil": "x" }), /names that Word never gives/],
  ["absolute names", () => wordFile({ ...HELLO, "/etc/evil": "x" }), /names that Word never gives/],
  [
    "names beyond itself, with backslashes",
    () => wordFile({ ...HELLO, "..\\evil": "x" }),
    /names that Word never gives/,
  ],
  ["its last three bytes missing", () => wordFile(HELLO).subarray(0, -3), /did not arrive completely/],
  ["names of another system", () => wordFile({ ...HELLO, "C:\\evil": "x" }), /names that Word never gives/],
  ["the same name twice", () => wordFile({ ...HELLO, "WORD/DOCUMENT.XML": "x" }), /names that Word never gives/],
  [
    "too many entries",
    () => wordFile(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`${n}`, ""]))),
    /5000/,
  ],
  ["a password in the ZIP", () => patched(wordFile(HELLO), DOCUMENT, (entry) => entry.writeUInt16LE(1, 8)), /password/],
  [
    "an unknown compression method",
    () => patched(wordFile(HELLO), DOCUMENT, (entry) => entry.writeUInt16LE(97, 10)),
    /damaged/,
  ],
  ["more than it says", () => patched(wordFile(HELLO), DOCUMENT, (entry) => entry.writeUInt32LE(5, 24)), /damaged/],
  ["less than it says", () => patched(wordFile(HELLO), DOCUMENT, (entry) => entry.writeUInt32LE(MB, 24)), /damaged/],
  [
    "64-bit sizes without the field",
    () => patched(wordFile(HELLO), DOCUMENT, (entry) => entry.writeUInt32LE(0xffffffff, 24)),
    /hundreds of times/,
  ],
  [
    "a directory elsewhere",
    () => {
      const bytes = Buffer.from(wordFile(HELLO));
      bytes.writeUInt32LE(bytes.length * 2, bytes.indexOf(DIRECTORY_END) + 16);
      return bytes;
    },
    /damaged/,
  ],
  ["1000:1", () => zipSync({ ...parts(HELLO), "word/x.xml": new Uint8Array(20 * MB) }), /hundreds of times/],
  [
    "201 MB",
    () => patched(wordFile({ ...HELLO, "x.bin": "x" }), "x.bin", (entry) => entry.writeUInt32LE(201 * MB, 24)),
    /hundreds of times|more than 200 MB/,
  ],
  ["a bomb of entities", () => document(entity(`<!DOCTYPE x [<!ENTITY a "${"b".repeat(99)}">]>`)), /XML entities/],
  [
    "an entity from a file",
    () => document(entity('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')),
    /entities/,
  ],
  ["an undeclared entity", () => document(entity("").replace("<w:body/>", "<w:body>&a;</w:body>")), /damaged/],
  ["no end to its nesting", () => document(deep), /nests/],
  ["XML that breaks off", () => document(entity("").slice(0, -9)), /damaged/],
  ["XML of nonsense", () => document("\u0000\u0001<"), /damaged/],
  ["no body", () => document(`<w:document ${NAMESPACES}/>`), /damaged/],
  ["an endless table", () => document(body(`<w:tbl>${row(1000).repeat(2001)}</w:tbl>`)), /more rows and columns/],
  ["endless pages", () => document(body(`<w:p><w:r>${'<w:br w:type="page"/>'.repeat(10_001)}</w:r></w:p>`)), /10000/],
])("rejects a hostile Word document with a message: %s", async (_, make, words) => {
  const error = await read(make()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DocumentError);
  // toBeInstanceOf has checked it.
  const { message } = error as DocumentError;
  expect(message).toMatch(words);
  expect(message).toSatisfy(isForAPerson);
  expect(message).toSatisfy(saysWhatToDo);
});

const parts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]));
const document = (xml: string) => wordFile({ ...HELLO, [DOCUMENT]: xml });
const body = (xml: string) => `<w:document ${NAMESPACES}><w:body>${xml}</w:body></w:document>`;
const row = (span: number) => `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr></w:tc></w:tr>`;

const picture = (id: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="canary"/><a:graphic><a:graphicData><pic:pic>` +
  `<pic:blipFill><a:blip r:link="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const HELLO_FILE = wordFile(HELLO);
const backslashes = Object.fromEntries(Object.entries(HELLO).map(([name, part]) => [name.replaceAll("/", "\\"), part]));

test.each<[string, () => Uint8Array]>([
  ["backslashes between folders", () => wordFile(backslashes)],
  ["a line break after its end", () => Buffer.concat([HELLO_FILE, Buffer.from("\r\n")])],
  ["60,000 bytes after its end", () => Buffer.concat([HELLO_FILE, Buffer.alloc(60_000, 1)])],
  ["its last byte missing", () => HELLO_FILE.subarray(0, -1)],
  ["its last two bytes missing", () => HELLO_FILE.subarray(0, -2)],
])("reads a Word document with %s", async (_, make) => {
  const { pages, problems } = await read(make());
  expect(JSON.stringify(pages)).toContain("Hello");
  expect(problems).toEqual([]);
});

test("ignores other files in the package", async () => {
  const { problems, pages } = await read(wordFile({ ...HELLO, "word/vbaProject.bin": "Sub AutoOpen()" }));
  expect(problems).toEqual([]);
  expect(JSON.stringify(pages)).not.toContain("AutoOpen");
});

test("reads nothing outside the document: no linked file, picture, template or server", async () => {
  let asked = 0;
  const server: Server = createServer((_, response) => {
    asked += 1;
    response.end("from the network");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary`;
  // Opening the named pipe blocks forever, so the test would time out.
  const pipe = join(folder, "canary.xml");
  execFileSync("mkfifo", [pipe]);
  const local = `file://${pipe}`;
  const kinds = ["styles", "numbering", "settings", "footnotes", "header", "image", "aFChunk", "subDocument"];
  const links = kinds.flatMap((kind, at) => [
    { id: `rIdF${at}`, kind, target: at % 2 === 0 ? local : pipe, isExternal: at % 3 !== 0 },
    { id: `rIdN${at}`, kind, target: url, isExternal: true },
  ]);
  const section = `<w:sectPr><w:headerReference w:type="default" r:id="rIdF4"/></w:sectPr>`;
  const structure = await read(
    wordFile(
      wordParts(
        `${paragraph("Hello")}${picture("rIdF5")}${picture("rIdN5")}<w:altChunk r:id="rIdF6"/><w:subDoc r:id="rIdN7"/>${section}`,
        { "word/_rels/document.xml.rels": relationships(...links) },
      ),
    ),
  );
  await new Promise((resolve) => server.close(resolve));
  expect(asked).toBe(0);
  expect(structure.problems).toEqual([expect.stringContaining("embeds other documents")]);
  expect(structure.pages[0]?.blocks.map(({ kind }) => kind)).toEqual(["paragraph", "picture", "picture"]);
  expect(JSON.stringify(structure)).not.toContain("from the network");
});
