import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, startEmbeddedPostgres } from "@precount/server";
import { ROOT } from "./lib/server.ts";

const ROWS = 200_000;
const MB = 1024 * 1024;
const LOOK_MS = 50;

/**
 * Imports item lists of 200,000 rows with `precount items import` into a running database: a first version, the same one with every
 * tenth row changed, and as JSON. `seconds` and `memoryMb` are the largest of the three, with the reader's process and without the database.
 */
export async function items(): Promise<Record<string, unknown>> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-items-"));
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(database.url);
    const files = [
      await writeFile(join(dataDir, "first.csv"), 0),
      await writeFile(join(dataDir, "second.csv"), 1),
      await writeFile(join(dataDir, "third.json"), 2),
    ];
    const runs = [];
    for (const file of files) runs.push(await importFile(file, dataDir));
    for (const run of runs) process.stdout.write(`${run.out.trim()} (${run.seconds} s, ${run.memoryMb} MB)\n`);
    return {
      rows: ROWS,
      seconds: Math.max(...runs.map(({ seconds }) => seconds)),
      memoryMb: Math.max(...runs.map(({ memoryMb }) => memoryMb)),
    };
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param version changes every tenth row */
async function writeFile(path: string, version: number): Promise<string> {
  const file = createWriteStream(path);
  const isJson = path.endsWith(".json");
  file.write(
    isJson ? "[\n" : "Code,Description,Department,Unit price,Pack size,Expected quantity,Last quantity,Active\n",
  );
  for (let row = 0; row < ROWS; row += 1) {
    const code = String(row * 5).padStart(6, "0");
    const description = `Item ${row} 500 g, "special" pack${row % 10 === 0 ? ` ${version}` : ""}`;
    const cells = [
      code,
      description,
      `Department ${row % 20}`,
      (row % 1000) / 100,
      1 + (row % 12),
      row % 50,
      row % 40,
      "yes",
    ];
    const [sku, name, department, price, pack, stock, last, active] = cells;
    const text = isJson
      ? `${row === 0 ? "" : ",\n"}${JSON.stringify({ sku, name, department, price, pack, stock, last, active })}`
      : `${cells.map((cell) => (typeof cell === "string" ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
    if (!file.write(text)) await once(file, "drain");
  }
  file.end(isJson ? "\n]" : "");
  await once(file, "finish");
  return path;
}

async function importFile(file: string, dataDir: string): Promise<{ seconds: number; memoryMb: number; out: string }> {
  const startedAt = performance.now();
  const child = spawn(join(ROOT, "precount"), ["items", "import", file, "--group", "everyone"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [out, peak] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid ?? 0))), LOOK_MS);
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import failed: ${out}`);
  return { seconds: Math.round((performance.now() - startedAt) / 100) / 10, memoryMb: Math.round(peak / MB), out };
}

/**
 * Memory of a process and its children, bytes (Linux). It is the proportional set size: pages that both share, such as those of the
 * node binary, count once.
 */
function memoryOf(root: number): number {
  let sum = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, "latin1"))?.[1]);
      if (Number(entry) !== root && parent !== root) continue;
      const rollup = readFileSync(`/proc/${entry}/smaps_rollup`, "latin1");
      sum += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      // The process has ended.
    }
  }
  return sum;
}
