import type { JudgedModel, LearningReport, ReadingTally } from "@precount/domain";

const TALLY: ReadingTally = { stickers: 60, wrongCodes: 6, wrongQuantities: 4, validButWrong: 0, valid: 40 };

const judged = (heldOut: Partial<ReadingTally> = {}): JudgedModel => ({
  heldOut: { ...TALLY, ...heldOut },
  frozen: { ...TALLY, stickers: 2000 },
  reliability: [{ from: 0.9, to: 1, values: 40, right: 39 }],
  confusion: Array.from({ length: 10 }, (_, truth) =>
    Array.from({ length: 10 }, (_digit, read) => Number(truth === read)),
  ),
});

/** The report of a model that the promotion rule accepts. */
export const makeLearningReport = (given: Partial<LearningReport> = {}): LearningReport => ({
  version: 1,
  base: "precount",
  champion: "precount",
  learnedFrom: { stickers: 240, typed: 40, blindChecked: 0, unchanged: 200, projects: 2, accounts: 3 },
  leftOutAccounts: [],
  models: { champion: judged(), challenger: judged({ wrongCodes: 1 }) },
  better: 5,
  worse: 0,
  p: 0.03125,
  decision: { ok: true },
  changed: { fixed: [], broken: [] },
  seconds: 40,
  passes: 20,
  ...given,
});
