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
import { MODELS_DIR, judgeModels } from "@precount/vision";
import { crewFolder, drawCrew } from "./draw-crews.ts";
import { type LearningCrew, judgingDir, learn, modelDir } from "./learn.ts";
import { type WrongChallenger, measureWrongLabels } from "./measure-wrong-labels.ts";
import { acceptedNullChallengers } from "./null-challengers.ts";
import { type ReviewKind, isCorrected, reviewedBy, descriptionCacheFile } from "./review-crew.ts";

export interface CrewFigures {
  number: number;
  /** The number of stickers that the crew has reviewed, and of those of which it has changed a value. */
  reviewed: number;
  corrected: number;
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

/** The number of stickers on which a crew's model is judged. */
const JUDGED_STICKERS = 500;

export interface MeasuredCrew {
  number: number;
  kind: ReviewKind;
  /** The maximum number of stickers that the crew reviews. */
  most: number;
  /** For models and caches. */
  folder: string;
}

/** Lets a crew's model learn, and judges it on the crew's next stickers. */
export async function measureCrew({ number, kind, most, folder }: MeasuredCrew): Promise<CrewFigures> {
  const championDir = join(MODELS_DIR, "precount");
  const reviewed = await reviewedBy(number, kind, { most, championDir });
  const crew: LearningCrew = {
    name: `crew-${number}-${kind.toLowerCase()}`,
    reviewed,
    crops: join(crewFolder(number), "learn"),
    descriptionCache: descriptionCacheFile(number),
    judge: await drawCrew(number, "judge", JUDGED_STICKERS),
    championDir,
    folder,
  };
  const report = await learn(crew, crew.name, reviewed);
  const { heldOut, frozen } = await judgeModels({
    examplesDir: crew.judge,
    championDir,
    challengerDir: modelDir(crew, crew.name),
    cacheDir: judgingDir(crew),
  });
  const errors = countErrors(heldOut);
  const values = 2 * heldOut.length;
  const nulls = acceptedNullChallengers(heldOut, number);
  return {
    number,
    reviewed: reviewed.length,
    corrected: reviewed.filter(isCorrected).length,
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
    wrongChallengers: kind === "corrected" ? await measureWrongLabels(crew) : [],
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
