import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEARNING_USAGE, type LearningOptions, crewNumbers, parseLearningOptions } from "./lib/learning/options.ts";
import { type CrewFigures, measureCrew } from "./lib/learning/measure-crew.ts";
import { REVIEW_KINDS, type ReviewKind } from "./lib/learning/review-crew.ts";
import { crewsTable } from "./lib/learning/report.ts";
import { summarize } from "./lib/learning/summarize.ts";
import { trainOn5000 } from "./lib/learning/train-on-5000.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Measures how much models improve by learning from simulated crews. Each crew reviews stickers until it has corrected 300, a model is
 * trained on all of them, and both models read the crew's next 500; and the same after 300 reviewed stickers. Also measures how often the
 * promotion rule accepts better and useless models, and the time and memory of training on 5,000 examples.
 */
export async function learning(argv: readonly string[]): Promise<Record<string, unknown>> {
  let options: LearningOptions;
  try {
    options = parseLearningOptions(argv);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${LEARNING_USAGE}`, { cause: error });
  }
  const folder = await mkdtemp(join(tmpdir(), "precount-learning-"));
  try {
    const crews: Record<ReviewKind, CrewFigures[]> = { corrected: [], lookedAt: [] };
    for (const number of crewNumbers(options)) {
      for (const kind of REVIEW_KINDS) {
        const figures = await measureCrew({ number, kind, most: options.most, folder });
        crews[kind].push(figures);
        const { errors, decision } = figures;
        print(
          `Crew ${number}, ${kind}: ${errors.champion} → ${errors.challenger} errors; ${decision.ok ? "accepted" : decision.reason}`,
        );
      }
    }
    for (const kind of REVIEW_KINDS) print(`\n${kind}\n${crewsTable(crews[kind])}`);
    const large = options.quick ? {} : await trainOn5000(folder);
    return { ...summarize(crews.corrected), ...large, lookedAt: summarize(crews.lookedAt) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
