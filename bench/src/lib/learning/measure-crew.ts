import { join } from "node:path";
import {
  type ComparedSticker,
  type FieldOutcome,
  type LearningReport,
  type Measure,
  type StickerOutcome,
  changeInPoints,
  countErrors,
  judgePromotion,
} from "@precount/domain";
import { MODELS_DIR, judgeModels, startTraining } from "@precount/vision";
import { drawCrew } from "./draw-crews.ts";
import { type WrongChallenger, measureWrongLabels } from "./measure-wrong-labels.ts";
import { acceptedNullChallengers } from "./null-challengers.ts";

export interface CrewFigures {
  number: number;
  /** Wrong values among the crew's next stickers, before and after learning. */
  errors: { champion: number; challenger: number };
  values: number;
  /** Share by which errors fall; below 0 they rise. */
  drop: number;
  /** Percentage points by which the share of wrong values rises. */
  changePoints: number;
  /** Stickers with a value that is valid but wrong, and stickers whose values are both valid. */
  validButWrong: { champion: number; challenger: number };
  valid: { champion: number; challenger: number };
  stickers: number;
  /** On the reference set, in percentage points. */
  frozenChange: Record<Measure, number>;
  /** The promotion rule with the held-out fifth of what the crew has corrected. */
  decision: LearningReport["decision"];
  /** The same rule with the crew's next stickers as held-out ones. */
  decisionOnNext: boolean;
  nullAccepted: number;
  nullJudged: number;
  wrongChallengers: WrongChallenger[];
}

/** Lets a crew's model learn, and judges it on the crew's next stickers. */
export async function measureCrew(number: number, folder: string): Promise<CrewFigures> {
  const { learn, judge } = await drawCrew(number);
  const championDir = join(MODELS_DIR, "precount");
  const challengerDir = join(folder, "models", `crew-${number}`);
  const stateFile = join(folder, "training", `crew-${number}.json`);
  const report = await startTraining({ examplesDir: learn, modelDir: championDir, outDir: challengerDir, stateFile });
  // One folder for all crews, so that the reference set is described once.
  const cacheDir = join(folder, "judging");
  const { heldOut, frozen } = await judgeModels({ examplesDir: judge, championDir, challengerDir, cacheDir });
  const errors = countErrors(heldOut);
  const values = 2 * heldOut.length;
  const nulls = acceptedNullChallengers(heldOut, number);
  return {
    number,
    errors,
    values,
    drop: errors.champion === 0 ? 0 : 1 - errors.challenger / errors.champion,
    changePoints: (100 * (errors.challenger - errors.champion)) / values,
    validButWrong: countBoth(heldOut, ({ code, quantity }) => isWrong(code) || isWrong(quantity)),
    valid: countBoth(heldOut, ({ code, quantity }) => code.valid && quantity.valid),
    stickers: heldOut.length,
    frozenChange: {
      codes: changeInPoints(frozen, "codes"),
      quantities: changeInPoints(frozen, "quantities"),
      validButWrong: changeInPoints(frozen, "validButWrong"),
    },
    decision: report.decision,
    decisionOnNext: judgePromotion({ heldOut, frozen }).ok,
    nullAccepted: nulls.accepted,
    nullJudged: nulls.judged,
    wrongChallengers: await measureWrongLabels(`crew-${number}`, { learn, judge, championDir, folder }),
  };
}

const isWrong = ({ right, valid }: FieldOutcome): boolean => valid && !right;

const countBoth = (
  stickers: readonly ComparedSticker[],
  is: (outcome: StickerOutcome) => boolean,
): Record<"champion" | "challenger", number> => ({
  champion: stickers.filter(({ champion }) => is(champion)).length,
  challenger: stickers.filter(({ challenger }) => is(challenger)).length,
});
