import { percentile } from "../percentile.ts";
import type { CrewFigures } from "./measure-crew.ts";
import type { WrongLabels } from "./wrong-labels.ts";

/** The benchmark's figures over all crews. */
export function summarize(crews: readonly CrewFigures[]): Record<string, number | null> {
  const better = crews.filter(({ drop }) => drop > 0);
  const sum = (of: (crew: CrewFigures) => number): number => crews.reduce((total, crew) => total + of(crew), 0);
  const drops = crews.map(({ drop }) => drop);
  const useless = {
    falsePromotionsSwapped: share(
      sum(({ nullAccepted }) => nullAccepted),
      sum(({ nullJudged }) => nullJudged),
    ),
    falsePromotionsOneAccount: shareOfWrong(crews, "oneAccount"),
    falsePromotionsShuffled: shareOfWrong(crews, "shuffled"),
  };
  return {
    crews: crews.length,
    medianErrorDrop: rounded(percentile(drops, 0.5)),
    worstCrewChange: rounded(Math.max(...crews.map(({ changePoints }) => changePoints))),
    validButWrongBefore: sum(({ validButWrong }) => validButWrong.champion),
    validButWrongAfter: sum(({ validButWrong }) => validButWrong.challenger),
    // The largest share: hundreds of swapped models must not hide the few that learned wrong labels.
    falsePromotions: Math.max(...Object.values(useless).map((value) => value ?? 0)),
    ...useless,
    truePromotions: share(better.filter(({ decision }) => decision.ok).length, better.length),
    truePromotionsOnNext: share(better.filter(({ decisionOnNext }) => decisionOnNext).length, better.length),
  };
}

/** The share of accepted challengers among those that learned wrong labels and are not better. */
function shareOfWrong(crews: readonly CrewFigures[], labels: WrongLabels): number | null {
  const notBetter = crews
    .flatMap(({ wrongChallengers }) => wrongChallengers)
    .filter((challenger) => challenger.labels === labels && !challenger.isBetter);
  return share(notBetter.filter(({ isAccepted }) => isAccepted).length, notBetter.length);
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const share = (part: number, whole: number): number | null => (whole === 0 ? null : rounded(part / whole));
