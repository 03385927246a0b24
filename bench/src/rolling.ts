import { parseArgs } from "node:util";
import { FLEET, runRolling } from "./lib/rolling/run.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * People work while every process is replaced one after the other: first by this version, then again. Automatic
 * retries of the browsers must hide every failure. `--from COMMIT|before|this --people N --rounds N --seed N --proxy
 * own|caddy`.
 */
export async function rolling(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      from: { type: "string", default: "before" },
      people: { type: "string", default: "8" },
      rounds: { type: "string", default: "1" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      proxy: { type: "string", default: "own" },
    },
  });
  const [people, rounds, seed] = [Number(values.people), Number(values.rounds), Number(values.seed)];
  const proxy = values.proxy === "caddy" ? "caddy" : "own";
  const { seen, lost, ...figures } = await runRolling(
    { people, rounds, seed, proxy, from: values.from, replaced: FLEET, calmMs: 2000 },
    print,
  );
  for (const what of seen.slice(0, 50)) print(`error shown to a person: ${what}`);
  for (const what of lost.slice(0, 50)) print(`lost: ${what}`);
  return { ...figures, seen: seen.length, lost: lost.length, people, proxy, seed };
}
