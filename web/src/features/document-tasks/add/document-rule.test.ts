import { MAX_DOCUMENT_BYTES } from "@precount/domain";
import { expect, it } from "vitest";
import { documentRefusal } from "./document-rule.ts";

const tooLarge = { size: MAX_DOCUMENT_BYTES + 1 } as Blob; // The rule reads only the size.
const gone = { size: 1, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) }) };

const INVALID_TYPE = "Invalid document file type. Please choose a PDF or a Word document (.docx).";

it.each([
  ["nothing chosen", undefined, "Please choose a document"],
  ["0 bytes", new Blob([]), "The file is empty. Please choose another one."],
  ["too large", tooLarge, "The document is larger than 50 MB. Please choose a smaller one."],
  ["text", new Blob(["hello"]), INVALID_TYPE],
  ["a photo", new Blob([new Uint8Array([0xff, 0xd8, 0xff])]), INVALID_TYPE],
  [
    "a file that is gone",
    gone as unknown as Blob,
    "The file cannot be read. It may have been moved or deleted: please choose it again.",
  ], // the rule reads only size and head
  ["a PDF", new Blob(["%PDF-1.7"]), null],
  ["a ZIP, which may be a Word document", new Blob(["PK\u0003\u0004"]), null],
])("S5.10 S9.12 a document before it is sent: %s", async (_, file, refusal) => {
  expect(await documentRefusal(file)).toBe(refusal);
});
