import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureFirstPages } from "./lib/lists/first-pages.ts";
import { measureLists } from "./lib/lists/measure.ts";
import { seedYears } from "./lib/lists/seed-years.ts";
import { YEARS } from "./lib/lists/years.ts";
import { makePeople } from "./lib/people.ts";
import { withStack } from "./lib/stack.ts";

const PEOPLE = 32;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Years of data and 32 people who open every list; then one of them completes the biggest event several times while
 * the others continue. `--events N --images N --big-images N` for a smaller data set, `--seconds N`, `--completions
 * N`; `--browser` also times the pages in a real browser without other load.
 */
export async function lists(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      events: { type: "string", default: String(YEARS.events) },
      images: { type: "string", default: String(YEARS.images) },
      "big-images": { type: "string", default: String(YEARS.bigImages) },
      seconds: { type: "string", default: "90" },
      completions: { type: "string", default: "3" },
      browser: { type: "boolean", default: false },
    },
  });
  const size = {
    events: Number(values.events),
    images: Number(values.images),
    bigImages: Number(values["big-images"]),
  };
  return withStack(async (stack) => {
    const people = await makePeople(stack, PEOPLE);
    const [someone] = people;
    if (!someone) throw new Error("No test user was created.");
    const seedingSince = performance.now();
    await seedYears(stack, size, someone, print);
    const seedMs = Math.round(performance.now() - seedingSince);
    const firstPages = values.browser ? { firstPagesMs: await measureFirstPages(stack) } : {};
    const plan = { people, forMs: 1000 * Number(values.seconds), completions: Number(values.completions) };
    const figures = await measureLists(stack, plan, print);
    return {
      ...figures,
      ...firstPages,
      people: PEOPLE,
      ...size,
      seedMs,
      load: loadavg().map((load) => load.toFixed(1)),
    };
  });
}
