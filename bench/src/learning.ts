import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEARNING_USAGE, type LearningOptions, crewNumbers, parseLearningOptions } from "./lib/learning/options.ts";
import { type CrewFigures, measureCrew } from "./lib/learning/measure-crew.ts";
import { crewsTable } from "./lib/learning/report.ts";
import { summarize } from "./lib/learning/summarize.ts";
import { trainOn5000 } from "./lib/learning/train-on-5000.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * What models learn from simulated crews: each crew corrects 300 stickers, a model is trained on them, and both models
 * read the crew's next 500. Also how often the promotion rule accepts better and useless models, and the time and memory
 * of training on 5,000 examples.
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
    const crews: CrewFigures[] = [];
    for (const number of crewNumbers(options)) {
      const figures = await measureCrew(number, folder);
      crews.push(figures);
      const { errors, decision } = figures;
      print(
        `Crew ${number}: ${errors.champion} → ${errors.challenger} errors; ${decision.ok ? "accepted" : decision.reason}`,
      );
    }
    print(`\n${crewsTable(crews)}`);
    const large = options.quick ? {} : await trainOn5000(folder);
    return { ...summarize(crews), ...large };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
