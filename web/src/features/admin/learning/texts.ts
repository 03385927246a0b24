import {
  type ExampleCounts,
  type JudgedModel,
  type LearningOverview,
  type LearningProgress,
  type LearningReport,
  type LearningRun,
  type Model,
  type ReadingTally,
  championOf,
  modelTitle,
  wilsonInterval,
} from "@precount/domain";

export const formatCount = (n: number): string => n.toLocaleString("en-GB");

const plural = (n: number, noun: string): string => `${formatCount(n)} ${noun}${n === 1 ? "" : "s"}`;

const STAGES: Readonly<Record<LearningProgress["stage"], string>> = {
  examples: "Reading the examples",
  reference: "Reading the reference set",
  training: "Training",
  judging: "Comparing the models",
};

/** The state of a run that has not ended, in a few words. */
export function describeProgress({ state, progress }: Pick<LearningRun, "state" | "progress">): string {
  if (state === "queued") return "Waiting for the worker";
  if (progress === null) return "Starting";
  const { stage, done, total } = progress;
  return total > 0 ? `${STAGES[stage]}: ${formatCount(done)} of ${formatCount(total)}` : STAGES[stage];
}

/** The share of all stages that is done, percent. Training is most of the time of a large run, but each stage counts the same. */
export function progressPercent(progress: LearningProgress | null): number {
  if (progress === null) return 0;
  const stages = Object.keys(STAGES);
  const share = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return Math.round((100 * (stages.indexOf(progress.stage) + share)) / stages.length);
}

/** The origins of the values: '120 typed, 14 blind-checked, 300 unchanged'. */
export function describeOrigins({ typed, blindChecked, unchanged }: Omit<ExampleCounts, "heldOut">): string {
  const parts: [number, string][] = [
    [typed, "typed"],
    [blindChecked, "blind-checked"],
    [unchanged, "unchanged"],
  ];
  const shown = parts.filter(([n]) => n > 0).map(([n, word]) => `${formatCount(n)} ${word}`);
  return shown.length === 0 ? "none" : shown.join(", ");
}

/** All examples in one line; without any, how to get some. */
export function describeExamples({ counts, newStickers }: Pick<LearningOverview, "counts" | "newStickers">): string {
  if (counts.stickers === 0) {
    return "No examples yet. Switch on collecting for a group: each photo that is approved afterwards adds its stickers.";
  }
  return `${plural(counts.stickers, "sticker")} (${describeOrigins(counts)}), ${formatCount(newStickers)} since the last training run.`;
}

/**
 * The result of the comparison in a few words. Models are compared once, after the training, so the text names the former one if
 * another one is in use now.
 */
export function describeDecision(
  { decision, champion }: Pick<LearningReport, "decision" | "champion">,
  { status, learned }: Model,
  models: readonly Model[],
): string {
  const isCurrent = status !== "active" && championOf(models, learned?.groupSid ?? null)?.name === champion;
  const compared = isCurrent ? "the model in use" : modelTitle(models, champion);
  if (!decision.ok) return isCurrent ? "Not proven better" : `Was not proven better than ${compared}`;
  if (isCurrent) return `Proven better than ${compared}`;
  if (status === "active") return `In use. Was proven better than ${compared}, which it replaced`;
  return `Was proven better than ${compared}`;
}

/** Whether the new model is better, in one or two sentences. */
export function describeVerdict({ decision, better, worse, p, models }: LearningReport): string {
  if (!decision.ok) return decision.reason;
  const { stickers } = models.challenger.heldOut;
  const probability = p < 0.001 ? "less than 0.001" : p.toFixed(3);
  return (
    `Of the ${plural(stickers, "sticker")} that no model learned from, it reads ${formatCount(better)} better and ${formatCount(worse)} worse. ` +
    `If both models were equally good, so large a difference would have a probability of ${probability}.`
  );
}

export type Measure = {
  key: string;
  title: string;
  /** Number of stickers. */
  of: (tally: ReadingTally) => number;
  /** Whether more is better. */
  isGain: boolean;
};

export const MEASURES: readonly Measure[] = [
  { key: "codes", title: "Codes read right", of: ({ stickers, wrongCodes }) => stickers - wrongCodes, isGain: true },
  {
    key: "quantities",
    title: "Quantities read right",
    of: ({ stickers, wrongQuantities }) => stickers - wrongQuantities,
    isGain: true,
  },
  { key: "valid", title: "Valid without a person", of: ({ valid }) => valid, isGain: true },
  { key: "validButWrong", title: "Valid but wrong", of: ({ validButWrong }) => validButWrong, isGain: false },
];

const percent = (share: number): string => (100 * share).toFixed(1);

/** '92.1 %', with one digit after the point. */
export const describeShare = (measure: Measure, tally: ReadingTally): string =>
  tally.stickers === 0 ? "–" : `${percent(measure.of(tally) / tally.stickers)} %`;

/** The 95 % interval: '88.0–95.0 %'. */
export function describeInterval(measure: Measure, tally: ReadingTally): string {
  if (tally.stickers === 0) return "";
  const { low, high } = wilsonInterval(measure.of(tally), tally.stickers);
  return `${percent(low)}–${percent(high)} %`;
}

/** The digit that is read most often instead of `truth`, for a summary of the heat map; null without an error. */
export function worstConfusion({ confusion }: Pick<JudgedModel, "confusion">): { truth: number; read: number } | null {
  let worst: { truth: number; read: number; times: number } | null = null;
  for (const [truth, row] of confusion.entries()) {
    for (const [read, times] of row.entries()) {
      if (truth !== read && times > (worst?.times ?? 0)) worst = { truth, read, times };
    }
  }
  return worst && { truth: worst.truth, read: worst.read };
}

/** The address of an example's crop. `key` is `IMAGE/RESULT`. */
export const examplePicture = (key: string): string =>
  `/api/learning/examples/${key.split("/").map(encodeURIComponent).join("/")}/picture`;

/** The address of the export of a group's examples, or of all. */
export const exampleExport = (group: string | null): string =>
  `/api/learning/examples/download${group === null ? "" : `?group=${encodeURIComponent(group)}`}`;
