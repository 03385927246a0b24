import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { runCaptured } from "./testing.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMANDS = ["serve", "worker", "detect", "migrate", "backup", "restore", "doctor", "audit", "export-models"];

const run = (...args: string[]) => runCaptured({}, ...args);

async function listedCommands(...args: string[]): Promise<string[]> {
  const { status, out } = await run(...args);
  expect(status).toBe(0);
  return Array.from(out.matchAll(/^ {2}([a-z][\w-]*) /gm), ([, name = ""]) => name);
}

test("lists every command without arguments and with help", async () => {
  for (const args of [[], ["help"], ["--help"]]) {
    expect(await listedCommands(...args)).toEqual(expect.arrayContaining(COMMANDS));
  }
});

test("prints help for one command", async () => {
  const { status, out } = await run("help", "restore");
  expect(status).toBe(0);
  expect(out).toContain("precount restore [options] <folder>");
  expect(out).toContain("--snapshot <name>");
  expect(await run("restore", "--help")).toEqual({ status: 0, out, err: "" });
});

test("prints help for a command of a command", async () => {
  const { status, out } = await run("help", "items", "import");
  expect(status).toBe(0);
  expect(out).toContain("precount items import [options] <file>");
  expect(await run("items", "import", "--help")).toEqual({ status: 0, out, err: "" });
});

test.each([[["bakup"]], [["items", "inport"]]])(
  "reports an unknown command that help is asked for: %j",
  async (names) => {
    const { status, out, err } = await run("help", ...names);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/^error: unknown command '(bakup|inport)'\n\(Did you mean (backup|import)\?\)/);
  },
);

test("shows no empty defaults in help", async () => {
  for (const names of [["verify"], ["items", "import"]]) {
    expect((await run("help", ...names)).out).not.toMatch(/default: (\[\]|\{\})/);
  }
});

test("ends without a message when its output is closed", async () => {
  const child = spawn(join(ROOT, "precount"), ["--version"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const errors = child.stderr.setEncoding("utf8").toArray();
  const [status] = await once(child, "exit");
  expect([status, (await errors).join("")]).toEqual([141, ""]);
});

test.skipIf(!existsSync("/dev/full"))("says why its output cannot be written", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(join(ROOT, "precount"), ["--version"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  const errors = child.stderr?.setEncoding("utf8").toArray();
  const [status] = await once(child, "exit");
  const message = "The output cannot be written: ENOSPC: no space left on device, write.\n";
  expect([status, (await errors)?.join("")]).toEqual([1, message]);
});

test.each([
  ["precount", ["serve", "--bogus"]],
  ["script/server", ["--bogus"]],
])("%s refuses an unknown option before it builds the web app", async (script, args) => {
  const clone = await makeClone();
  const child = spawn(join(clone, script), args, { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = [child.stdout.setEncoding("utf8").toArray(), child.stderr.setEncoding("utf8").toArray()];
  const [status] = await once(child, "exit");
  expect([status, (await out).join("")]).toEqual([2, ""]);
  expect((await err).join("")).toMatch(/^error: unknown option '--bogus'\n/);
});

/** The scripts of this clone in another folder, with a script/setup that only prints a text. */
async function makeClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "precount-clone-"));
  onTestFinished(() => rm(clone, { recursive: true }));
  await mkdir(join(clone, "script/lib"), { recursive: true });
  for (const script of ["precount", "script/server", "script/lib/env.sh"])
    await copyFile(join(ROOT, script), join(clone, script));
  await symlink(join(ROOT, "cli"), join(clone, "cli"));
  const stubs = { "script/setup": "echo BUILDING", "script/lib/install-packages.sh": "exit" };
  for (const [script, command] of Object.entries(stubs))
    await writeFile(join(clone, script), `#!/usr/bin/env bash\n${command}\n`, { mode: 0o755 });
  return clone;
}

test.each([["backup"], ["restore"], ["export-models"], ["export", "--format", "coco", "--event", "demo"]])(
  "%s refuses an empty folder, such as an unset variable of a script",
  async (...args) => {
    const { status, out, err } = await run(...args, "");
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/argument value '' is invalid for argument '(folder|out)'\. It must not be empty\./);
  },
);

test("prints the version of the package", async () => {
  expect(await run("--version")).toEqual({ status: 0, out: `${packageJson.version}\n`, err: "" });
});

test.each([
  ["unknown", "bakup"],
  ["unknown option", "serve", "--prot", "1"],
  ["missing folder", "backup"],
])("exits with 2 for a wrong command line: %s", async (_, ...args) => {
  const { status, out, err } = await run(...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/^error: /);
});

test("suggests the command that was meant", async () => {
  expect((await run("bakup")).err).toContain("Did you mean backup?");
});

test("completes commands and options in bash", async () => {
  const complete = async (...words: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(join(ROOT, "precount"), ["complete", "--", ...words]);
    return stdout;
  };
  expect(await complete("ba")).toMatch(/^backup\t/m);
  expect(await complete("restore", "--")).toMatch(/^--snapshot\t/m);
  const { stdout: script } = await promisify(execFile)(join(ROOT, "precount"), ["completion", "bash"]);
  expect(script).toContain("complete -F");
});

test("runs from another folder, by name and through a link", async () => {
  const folder = await mkdtemp(join(tmpdir(), "precount-command-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { stdout } = await promisify(execFile)("bash", ["-c", `ln -s "${ROOT}/precount" p && ./p --version`], {
    cwd: folder,
  });
  expect(stdout).toBe(`${packageJson.version}\n`);
});
