import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Packer } from "docx";
import { WORD_DOCUMENTS } from "./word-documents.ts";

/*
 * Writes the Word documents of word-documents.ts and prints them with LibreOffice to documents/fixtures/word:
 * `node documents/src/testing/word-pairs/make-word-pairs.ts`. Needs libreoffice-writer-nogui and fonts-liberation.
 */

const FOLDER = join(import.meta.dirname, "../../../fixtures/word");

mkdirSync(FOLDER, { recursive: true });
const paths: string[] = [];
for (const [name, make] of Object.entries(WORD_DOCUMENTS)) {
  const path = join(FOLDER, `${name}.docx`);
  writeFileSync(path, await Packer.toBuffer(make()));
  paths.push(path);
}
const profile = `-env:UserInstallation=file://${mkdtempSync(join(tmpdir(), "precount-office-"))}`;
execFileSync("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", FOLDER, ...paths]);
