import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FETCHED_FOLDER, REAL_FOLDER } from "./real-corpus.ts";
import { readTruth } from "./read-truth.ts";

/*
 * Takes the documents whose licenses ask for their sources from Debian packages: `node documents/src/testing/real/fetch-real.ts`.
 * Needs apt-get with Debian 12's package lists, dpkg-deb, and pdfseparate of poppler-utils.
 */

const folder = mkdtempSync(join(tmpdir(), "precount-real-"));
const run = (command: string, args: string[]): void =>
  void execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

mkdirSync(FETCHED_FOLDER, { recursive: true });
const unpacked = new Set<string>();
for (const name of readdirSync(REAL_FOLDER).filter((file) => file.endsWith(".txt"))) {
  const { packagePage } = readTruth(name, readFileSync(join(REAL_FOLDER, name), "utf8"));
  if (packagePage === null) continue;
  const [packageName = ""] = packagePage.package.split("=");
  if (!unpacked.has(packageName)) {
    run("apt-get", ["download", packagePage.package]);
    const archive = readdirSync(folder).find((file) => file.startsWith(`${packageName}_`));
    if (archive === undefined) throw new Error(`apt-get did not download ${packageName}`);
    run("dpkg-deb", ["-x", archive, packageName]);
    unpacked.add(packageName);
  }
  const target = join(FETCHED_FOLDER, name.replace(".txt", ".pdf"));
  const page = String(packagePage.page);
  run("pdfseparate", ["-f", page, "-l", page, join(folder, packageName, packagePage.path), target]);
  process.stdout.write(`${target}\n`);
}
rmSync(folder, { recursive: true });
