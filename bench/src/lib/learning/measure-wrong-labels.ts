import { join } from "node:path";
import { countErrors } from "@precount/domain";
import { judgeModels, startTraining } from "@precount/vision";
import { examplesIn, writeExampleFolder } from "./examples-in.ts";
import { WRONG_LABELS, type WrongLabels } from "./wrong-labels.ts";

/** A challenger that was trained on wrong labels. */
export interface WrongChallenger {
  labels: WrongLabels;
  /** Whether the promotion rule accepts it, with the wrong labels of the held-out stickers. */
  isAccepted: boolean;
  /** Whether it reads the crew's next stickers better than the champion, by their true labels. */
  isBetter: boolean;
}

/** Trains challengers on wrong labels of a crew's examples, one of each kind. */
export async function measureWrongLabels(
  name: string,
  { learn, judge, championDir, folder }: { learn: string; judge: string; championDir: string; folder: string },
): Promise<WrongChallenger[]> {
  const examples = await examplesIn(learn);
  const challengers: WrongChallenger[] = [];
  for (const labels of Object.keys(WRONG_LABELS) as WrongLabels[]) {
    const wrongName = `${name}-${labels.toLowerCase()}`;
    const examplesDir = join(folder, "wrong-labels", wrongName);
    const wrong = WRONG_LABELS[labels](examples);
    await writeExampleFolder(
      examplesDir,
      wrong.map((example) => ({ example, from: learn, file: example.file })),
    );
    const challengerDir = join(folder, "models", wrongName);
    const stateFile = join(folder, "training", `${wrongName}.json`);
    const report = await startTraining({ examplesDir, modelDir: championDir, outDir: challengerDir, stateFile });
    const cacheDir = join(folder, "judging");
    const { heldOut } = await judgeModels({
      examplesDir: judge,
      championDir,
      challengerDir,
      cacheDir,
      referenceDir: null,
    });
    const errors = countErrors(heldOut);
    challengers.push({ labels, isAccepted: report.decision.ok, isBetter: errors.challenger < errors.champion });
  }
  return challengers;
}
