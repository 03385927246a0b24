import { parseArgs } from "node:util";
import { runChaos } from "./lib/chaos/run.ts";

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * People work while one of API, worker and database is killed again and again (`kill -9`), at random moments. Then everything
 * that was acknowledged is looked for. `--kills N --people N --seed N`.
 */
export async function chaos(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      kills: { type: "string", default: "500" },
      people: { type: "string", default: "4" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const asked = { kills: Number(values.kills), people: Number(values.people), seed: Number(values.seed) };
  const { lost, doubled, ...figures } = await runChaos(asked, tell);
  for (const what of lost.slice(0, 50)) tell(`lost: ${what}`);
  for (const what of doubled.slice(0, 50)) tell(`doubled: ${what}`);
  return { ...figures, lost: lost.length, doubled: doubled.length, seed: asked.seed };
}
