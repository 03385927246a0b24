import { parseArgs } from "node:util";
import { withBrowser } from "./lib/browser.ts";
import { measureDurable } from "./lib/editing/durable.ts";
import { runHistories } from "./lib/editing/histories.ts";
import { withStack } from "./lib/stack.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Sixteen people edit; measures how long until an edit is durable. Then runs random histories of tabs that lose their
 * network, their page and responses, and checks whether edits are lost, doubled or overwritten unseen. `--histories N
 * --seed N --seconds N`.
 */
export async function editing(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      histories: { type: "string", default: "200" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      seconds: { type: "string", default: "60" },
    },
  });
  return withStack(async (stack) => {
    const durable = await measureDurable(stack, 1000 * Number(values.seconds));
    print(
      `${durable.people} people, ${durable.edits} edits, ${durable.conflicts} conflicts: durable after ` +
        `${durable.durableMs.toFixed(0)} ms (p95 ${durable.durableP95Ms.toFixed(0)}), ${durable.lost} lost, ${durable.doubled} doubled`,
    );
    const asked = { count: Number(values.histories), seed: Number(values.seed) };
    print(`${asked.count} histories of seed ${asked.seed}`);
    const histories = await withBrowser((browser) => runHistories({ stack, browser }, asked, print));
    print(
      `${histories.steps} steps, ${histories.patches} patches, ${histories.conflicts} conflicts: ${histories.lost} lost, ` +
        `${histories.doubled} doubled, ${histories.overwritten} overwritten unseen, ${histories.unlike} times not as it was`,
    );
    return {
      ...histories,
      durableMs: Math.round(durable.durableMs),
      durableP95Ms: Math.round(durable.durableP95Ms),
      edits: durable.edits,
      seed: asked.seed,
      lost: durable.lost + histories.lost,
      doubled: durable.doubled + histories.doubled,
    };
  });
}
