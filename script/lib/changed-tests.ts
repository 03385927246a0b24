/** For `script/test --changed`: reads the names of the changed files from standard input, and prints the test files that they can reach. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { buildModuleGraph } from "./changed/module-graph.ts";
import { selectTests } from "./changed/select-tests.ts";

const list = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(existsSync);
const read = (path: string): string => readFileSync(path, "utf8");

const files = [...new Set([...list("ls-files"), ...list("ls-files", "--others", "--exclude-standard")])];
const packages = new Map(
  files
    .filter((path) => /^[\w-]+\/package\.json$/.test(path))
    .flatMap((path) => {
      const { name, exports }: { name: string; exports?: Record<string, string> } = JSON.parse(read(path));
      return Object.entries(exports ?? {}).map(([subpath, target]): [string, string] => [
        posix.join(name, subpath),
        posix.join(posix.dirname(path), target),
      ]);
    }),
);
const changed = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(`${selectTests(buildModuleGraph(files, read, packages), files, changed).join("\n")}\n`);
