import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureFanout } from "./lib/areas/fanout.ts";
import { measureGrid } from "./lib/areas/grid.ts";
import { measureRanges } from "./lib/areas/ranges.ts";
import { seedAreas } from "./lib/areas/seed.ts";
import { withStack } from "./lib/stack.ts";

/** Enough for the largest page of the grid. */
const WAITING = 100;
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const loads = (): string[] => loadavg().map((load) => load.toFixed(1));

/**
 * An event with 20,000 areas with a photo each: its grid in a real browser, ranges of 5,000, and the delay until a
 * hundred open screens show an approval. `--areas N --screens N --approvals N`; part names (`ranges`, `grid`,
 * `fanout`) select what is measured.
 */
export async function areas(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      areas: { type: "string", default: "20000" },
      screens: { type: "string", default: "100" },
      approvals: { type: "string", default: "24" },
    },
  });
  const does = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
  const plan = { screens: Number(values.screens), pages: 2, approvals: Number(values.approvals) };
  return withStack(async (stack) => {
    const figures: Record<string, unknown> = { areas: Number(values.areas), loadBefore: loads() };
    const add = (part: Record<string, number>): void => {
      for (const [name, value] of Object.entries(part)) print(`${name.padEnd(20)} ${value}`);
      Object.assign(figures, part);
    };
    if (does("ranges")) add(await measureRanges(stack));
    print("creating the areas and their photos …");
    const waiting = await seedAreas(stack, Number(values.areas), WAITING);
    if (does("grid")) add(await measureGrid(stack, print));
    if (does("fanout")) add(await measureFanout(stack, waiting, plan));
    return { ...figures, load: loads() };
  });
}
