import { countErrors } from "@precount/domain";
import { judgeModels } from "@precount/vision";
import { type LearningCrew, judgingDir, learn, modelDir } from "./learn.ts";
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
export async function measureWrongLabels(crew: LearningCrew): Promise<WrongChallenger[]> {
  const challengers: WrongChallenger[] = [];
  for (const labels of Object.keys(WRONG_LABELS) as WrongLabels[]) {
    const name = `${crew.name}-${labels.toLowerCase()}`;
    const report = await learn(crew, name, WRONG_LABELS[labels](crew.reviewed));
    const { heldOut } = await judgeModels({
      examplesDir: crew.judge,
      championDir: crew.championDir,
      challengerDir: modelDir(crew, name),
      cacheDir: judgingDir(crew),
      referenceDir: null,
    });
    const errors = countErrors(heldOut);
    challengers.push({ labels, isAccepted: report.decision.ok, isBetter: errors.challenger < errors.champion });
  }
  return challengers;
}
