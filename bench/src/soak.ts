import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./lib/server.ts";
import { runSoak } from "./lib/soak/run.ts";
import { withStack } from "./lib/stack.ts";

const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const loads = (): string[] => loadavg().map((load) => load.toFixed(1));

/** A small photo for the fake model, a 12-megapixel photo for the real one. */
const PICTURES = { fake: "photos/test-data/orientation/Portrait_1.jpg", real: "samples/0101.jpg" };

/**
 * 20 people and 2,000 photos: growth of memory, open files and connections from the middle on. `--photos N --people
 * N`; `--real` uses photos of 12 megapixels and the real model; `--pause MS` is the average think time.
 */
export async function soak(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      photos: { type: "string", default: "2000" },
      people: { type: "string", default: "20" },
      real: { type: "boolean", default: false },
      pause: { type: "string" },
    },
  });
  const pauseMs = Number(values.pause ?? (values.real ? 8000 : 1500));
  const before = loads();
  return withStack(async (stack) => {
    const figures = await runSoak(
      stack,
      {
        photos: Number(values.photos),
        people: Number(values.people),
        picture: await readFile(join(ROOT, values.real ? PICTURES.real : PICTURES.fake)),
        fakeModel: !values.real,
        think: { least: pauseMs / 2, most: pauseMs * 1.5 },
      },
      tell,
    );
    return { ...figures, people: Number(values.people), loadBefore: before, load: loads() };
  });
}
