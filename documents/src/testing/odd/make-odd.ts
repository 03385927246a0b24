import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ODD_PAGE } from "./odd-page.ts";

/*
 * Writes the PDFs of documents/fixtures/odd with qpdf, which must be installed: `node documents/src/testing/odd/make-odd.ts`.
 * They are valid, have the same page, and all but the last open without a password.
 */

const FOLDER = join(import.meta.dirname, "../../../fixtures/odd");

const WITHOUT_PASSWORD = ["--allow-weak-crypto", "--encrypt", "", "owner"];
const KINDS: Record<string, string[]> = {
  linearized: ["--linearize"],
  "object-streams": ["--object-streams=generate"],
  "rc4-40": [...WITHOUT_PASSWORD, "40", "--"],
  "rc4-128": [...WITHOUT_PASSWORD, "128", "--use-aes=n", "--"],
  "aes-128": [...WITHOUT_PASSWORD, "128", "--use-aes=y", "--"],
  "aes-128-clear-metadata": [...WITHOUT_PASSWORD, "128", "--use-aes=y", "--cleartext-metadata", "--"],
  "aes-256-revision-5": [...WITHOUT_PASSWORD, "256", "--force-R5", "--"],
  "aes-256": [...WITHOUT_PASSWORD, "256", "--"],
  "aes-256-no-extract": [...WITHOUT_PASSWORD, "256", "--print=none", "--extract=n", "--"],
  "aes-256-linearized": [...WITHOUT_PASSWORD, "256", "--", "--linearize", "--object-streams=generate"],
  locked: ["--encrypt", "shelf", "owner", "256", "--"],
};

mkdirSync(FOLDER, { recursive: true });
const page = join(mkdtempSync(join(tmpdir(), "precount-odd-")), "page.pdf");
writeFileSync(page, ODD_PAGE);
for (const [name, options] of Object.entries(KINDS))
  execFileSync("qpdf", ["--static-id", "--static-aes-iv", ...options, page, join(FOLDER, `${name}.pdf`)]);
