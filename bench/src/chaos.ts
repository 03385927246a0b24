import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FAULTS, type Tried, isFaultName } from "./lib/chaos/faults.ts";
import { kills } from "./lib/chaos/kills.ts";

/** Maximum number of problems printed of each kind. */
const MAX_PRINTED = 50;

/**
 * People work while API, worker or database are killed at random moments (`kill -9`), or while another fault happens:
 * `chaos [FAULT …]`; the default fault is `kills`. Then every acknowledged change is checked. `--kills N --people N
 * --seed N`.
 */
export async function chaos(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      kills: { type: "string", default: "500" },
      people: { type: "string", default: "4" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const names = positionals.length === 0 ? ["kills"] : positionals;
  const unknown = names.find((name) => name !== "kills" && !isFaultName(name));
  if (unknown !== undefined)
    throw new Error(`There is no fault ${unknown}. There are: kills, ${Object.keys(FAULTS).join(", ")}.`);
  const logFile = join(tmpdir(), `precount-chaos-${values.seed}.log`);
  // The terminal shows the first problems of each kind; the file keeps every line.
  const keep = (text: string): void => appendFileSync(logFile, `${text}\n`);
  const tell = (text: string): void => {
    process.stdout.write(`${text}\n`);
    keep(text);
  };
  tell(`every line is in ${logFile}`);
  const asked = { people: Number(values.people), seed: Number(values.seed), tell };
  const total = { kills: 0, lost: 0, doubled: 0, wrong: 0, unfinished: 0, seed: asked.seed };
  const faults: Record<string, unknown> = {};
  for (const name of names) {
    tell(`${name}:`);
    const tried: Tried | Awaited<ReturnType<typeof kills>> = isFaultName(name)
      ? await FAULTS[name](asked)
      : await kills(asked, Number(values.kills));
    if ("skipped" in tried) {
      tell(`  skipped. ${tried.skipped}`);
      faults[name] = "skipped";
      continue;
    }
    const { figures, lost, doubled, wrong, unfinished, acknowledged, longestWaitMs } = tried;
    const found = { lost, doubled, wrong, unfinished };
    for (const [kind, all] of Object.entries(found))
      for (const [nth, what] of all.entries()) (nth < MAX_PRINTED ? tell : keep)(`  ${kind}: ${what}`);
    total.lost += lost.length;
    total.doubled += doubled.length;
    total.wrong += wrong.length;
    total.unfinished += unfinished.length;
    if (name === "kills") Object.assign(total, figures, { acknowledged, longestWaitMs });
    else
      faults[name] = {
        ...figures,
        acknowledged,
        longestWaitMs,
        lost: lost.length,
        doubled: doubled.length,
        wrong: wrong.length,
        unfinished: unfinished.length,
      };
  }
  if (total.lost + total.doubled + total.wrong + total.unfinished > 0) process.exitCode = 1;
  return { ...total, ...(Object.keys(faults).length > 0 && { faults }) };
}
