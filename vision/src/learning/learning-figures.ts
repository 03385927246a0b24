import {
  FIELDS,
  type Example,
  type JudgedModel,
  type LearningReport,
  type ReadingTally,
  type ReliabilityBin,
  describeStickerValues,
} from "@precount/domain";
import type { Comparison, KeyedComparison, ModelRole } from "./compare-models.ts";

/** Edges of the bins of certainty, as in the model's card (vision/models/precount/README.md). */
const EDGES = [0, 0.2, 0.4, 0.55, 0.7, 0.8, 0.9, 0.95, 1] as const;
const MAX_CHANGED = 60;

/** The figures of a model on the held-out stickers and on the reference set. */
export const judgedModel = (
  heldOut: readonly Comparison[],
  frozen: readonly Comparison[],
  role: ModelRole,
): JudgedModel => ({
  heldOut: tallyOf(heldOut, role),
  frozen: tallyOf(frozen, role),
  reliability: reliabilityOf(heldOut, role),
  confusion: confusionOf(heldOut, role),
});

function tallyOf(stickers: readonly Comparison[], role: ModelRole): ReadingTally {
  const outcomes = stickers.map((sticker) => sticker[role]);
  const countOf = (is: (outcome: (typeof outcomes)[number]) => boolean): number => outcomes.filter(is).length;
  return {
    stickers: outcomes.length,
    wrongCodes: countOf(({ code }) => !code.right),
    wrongQuantities: countOf(({ quantity }) => !quantity.right),
    validButWrong: countOf((outcome) => FIELDS.some((field) => outcome[field].valid && !outcome[field].right)),
    valid: countOf((outcome) => FIELDS.every((field) => outcome[field].valid)),
  };
}

/** Codes and quantities together. */
function reliabilityOf(stickers: readonly Comparison[], role: ModelRole): ReliabilityBin[] {
  const bins = EDGES.slice(1).map((to, i) => ({ from: EDGES[i]!, to, values: 0, right: 0 }));
  for (const sticker of stickers) {
    for (const field of FIELDS) {
      const { confidence } = sticker.values[role][field];
      const bin = bins.find(({ to }) => confidence < to) ?? bins.at(-1)!; // EDGES has several
      bin.values += 1;
      if (sticker[role][field].right) bin.right += 1;
    }
  }
  return bins;
}

function confusionOf(stickers: readonly Comparison[], role: ModelRole): number[][] {
  const counts = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 0));
  for (const { sticker, values } of stickers) {
    for (const field of FIELDS) {
      const { truth } = sticker[field];
      const { value } = values[role][field];
      if (value.length !== truth.length) continue;
      for (let i = 0; i < truth.length; i += 1) counts[Number(truth[i])]![Number(value[i])]! += 1;
    }
  }
  return counts;
}

const errorsOf = (sticker: Comparison, role: ModelRole): number =>
  FIELDS.filter((field) => !sticker[role][field].right).length;

const textOf = ({ values }: Comparison, role: ModelRole): string =>
  describeStickerValues(values[role].code.value, values[role].quantity.value);

/** Held-out stickers that the challenger reads better (`fixed`) or worse (`broken`) than the champion. */
export function changedStickers(heldOut: readonly KeyedComparison[]): LearningReport["changed"] {
  const listOf = (isListed: (gain: number) => boolean): LearningReport["changed"]["fixed"] =>
    heldOut
      .filter((sticker) => isListed(errorsOf(sticker, "champion") - errorsOf(sticker, "challenger")))
      .slice(0, MAX_CHANGED)
      .map((sticker) => ({
        key: sticker.key,
        before: textOf(sticker, "champion"),
        after: textOf(sticker, "challenger"),
      }));
  return { fixed: listOf((gain) => gain > 0), broken: listOf((gain) => gain < 0) };
}

const hasOrigin = ({ code, quantity }: Example, origin: Example["code"]["origin"]): boolean =>
  code.origin === origin || quantity.origin === origin;

/** The counts of the learned examples. A sticker counts as typed if one of its values was, else as blind-checked if one was. */
export function learnedFrom(examples: readonly Example[]): LearningReport["learnedFrom"] {
  const countOf = (is: (example: Example) => boolean): number => examples.filter(is).length;
  const typed = countOf((example) => hasOrigin(example, "typed"));
  const blindChecked = countOf((example) => !hasOrigin(example, "typed") && hasOrigin(example, "blindChecked"));
  return {
    stickers: examples.length,
    typed,
    blindChecked,
    unchanged: examples.length - typed - blindChecked,
    projects: new Set(examples.map(({ projectSid }) => projectSid)).size,
    accounts: new Set(examples.flatMap(({ code, quantity }) => [code.account ?? [], quantity.account ?? []].flat()))
      .size,
  };
}
