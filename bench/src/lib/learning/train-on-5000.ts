import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Example, exampleSchema } from "@precount/domain";
import { MODELS_DIR, startTraining } from "@precount/vision";
import { peakMb } from "../server.ts";
import { drawCrew } from "./draw-crews.ts";

const COUNT = 5000;

/** The time and memory of training on 5,000 examples of several crews. */
export async function trainOn5000(folder: string): Promise<{ secondsFor5000: number; peakMb: number }> {
  const examplesDir = join(folder, "examples-5000");
  await writeExamples(examplesDir);
  let pid = 0;
  let most = 0;
  const watch = setInterval(() => {
    void peakMb(pid).then(
      (mb) => (most = Math.max(most, mb)),
      () => undefined, // it has ended
    );
  }, 250);
  const startedAt = performance.now();
  await startTraining(
    {
      examplesDir,
      modelDir: join(MODELS_DIR, "precount"),
      outDir: join(folder, "models", "of-5000"),
      stateFile: join(folder, "training-5000", "state.json"),
    },
    { onStart: (started) => (pid = started) },
  );
  clearInterval(watch);
  return { secondsFor5000: Math.round((performance.now() - startedAt) / 1000), peakMb: Math.round(most) };
}

async function writeExamples(to: string): Promise<void> {
  await mkdir(join(to, "crops"), { recursive: true });
  const lines: string[] = [];
  for (let number = 0; lines.length < COUNT; number += 1) {
    const { learn, judge } = await drawCrew(number);
    for (const [part, from] of [learn, judge].entries()) {
      for (const example of await examplesIn(from)) {
        if (lines.length === COUNT) break;
        const file = example.file.replace("crops/", `crops/${number}-${part}-`);
        await link(join(from, example.file), join(to, file));
        lines.push(JSON.stringify({ ...example, file }));
      }
    }
  }
  await writeFile(join(to, "examples.jsonl"), lines.join("\n"));
}

async function examplesIn(folder: string): Promise<Example[]> {
  const text = await readFile(join(folder, "examples.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => exampleSchema.parse(JSON.parse(line)));
}
