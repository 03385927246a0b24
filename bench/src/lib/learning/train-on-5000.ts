import { join } from "node:path";
import { MODELS_DIR, startTraining } from "@precount/vision";
import { peakMb } from "../server.ts";
import { drawCrew } from "./draw-crews.ts";
import { type PlacedExample, examplesIn, writeExampleFolder } from "./examples-in.ts";

const COUNT = 5000;
/** Stickers of one crew. */
const OF_EACH = 1250;

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
  const placed: PlacedExample[] = [];
  for (let number = 0; placed.length < COUNT; number += 1) {
    const from = await drawCrew(number, "learn", OF_EACH);
    for (const example of (await examplesIn(from)).slice(0, OF_EACH)) {
      placed.push({ example, from, file: example.file.replace("crops/", `crops/${number}-`) });
    }
  }
  await writeExampleFolder(to, placed.slice(0, COUNT));
}
