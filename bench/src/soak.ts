import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./lib/server.ts";
import { runSoak } from "./lib/soak/run.ts";
import { withStack } from "./lib/stack.ts";

const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const loads = (): string[] => loadavg().map((load) => load.toFixed(1));

/** A small photo for the model that knows nothing, one of 12 megapixels for the real one. */
const PICTURES = { fake: "photos/test-data/orientation/Portrait_1.jpg", real: "samples/0101.jpg" };

/**
 * 20 people and 2,000 photos: what grows from the middle on, in memory, open files and connections. `--photos N --people N`; `--real`
 * takes photos of 12 megapixels through the real model; `--pause MS` is how long a person looks at what came, on average.
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
