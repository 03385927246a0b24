import { expect, test } from "vitest";
import { detectContainer, isProtectedOffice, isWordDocument, oleDirectoryRange } from "./sniff.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => bytes(text.replaceAll(/./g, "$&\u0000"));

test.each([
  ["a PDF", "%PDF-1.7\n", "pdf"],
  ["a PDF behind a mail's header", `${" ".repeat(8187)}%PDF-1.4`, "pdf"],
  ["a PDF header too far in", `${" ".repeat(8192)}%PDF-1.4`, null],
  ["a ZIP", "PK\u0003\u0004\u0014", "zip"],
  ["a ZIP that would pass for a PDF", "PK\u0003\u0004\u0014%PDF-1.7", "zip"],
  ["an empty ZIP", "PK\u0005\u0006", null],
  ["Word 97", "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "ole"],
  ["a picture", "\u00FF\u00D8\u00FF\u00E0", null],
  ["text", "Delivery note", null],
  ["nothing", "", null],
])("S5.10 detects the container from the bytes: %s", (_, head, container) => {
  expect(detectContainer(bytes(head))).toBe(container);
});

const contentTypes = (type: string) =>
  `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.${type}+xml"/></Types>`;

test.each([
  ["openxmlformats-officedocument.wordprocessingml.document.main", true],
  ["openxmlformats-officedocument.wordprocessingml.template.main", false],
  ["ms-word.document.macroEnabled.main", false],
  ["openxmlformats-officedocument.spreadsheetml.sheet.main", false],
  ["openxmlformats-officedocument.wordprocessingml.styles", false],
])("S5.10 an Office package of %s is a Word document: %s", (type, isWord) => {
  expect(isWordDocument(contentTypes(type))).toBe(isWord);
});

test("an OLE container with a protected document is detected", () => {
  const head = new Uint8Array(512);
  const view = new DataView(head.buffer);
  view.setUint16(30, 9, true);
  view.setUint32(48, 3, true);
  expect(oleDirectoryRange(head)).toEqual({ from: 2048, length: 512 });
  expect(oleDirectoryRange(head.subarray(0, 40))).toBeNull();
  view.setUint16(30, 31, true);
  expect(oleDirectoryRange(head)).toBeNull();
  expect(isProtectedOffice(utf16("Root Entry  EncryptedPackage"))).toBe(true);
  expect(isProtectedOffice(utf16("Root Entry  WordDocument"))).toBe(false);
});
