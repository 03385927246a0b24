import { type SamplingRule, type StratumSample, boundWrong, photoSampleSize, plannedSizes } from "@precount/domain";
import type { DrawnEvent } from "./draw-event.ts";

/** Whether every bound that the event's certificate stated held, and the number of rows that were checked. */
export type BlindCountOutcome = { holds: boolean; photosHold: boolean; checks: number; isCertified: boolean };

/** People extend the sample this often, then stop with any certificate. */
const MAX_ROUNDS = 6;

/** Checks an event as the plan asks, looks at the bound after each round, and stops when it is low enough. */
export function countBlind(event: DrawnEvent, rule: SamplingRule, random: () => number): BlindCountOutcome {
  const truth = total(event.strata, ({ wrong }) => wrong);
  const size = total(event.strata, (stratum) => stratum.size);
  const sample = event.strata.map((stratum): StratumSample => ({ size: stratum.size, checked: 0, wrong: 0 }));
  let holds = true;
  let isCertified = false;
  for (let round = 0; round < MAX_ROUNDS && !isCertified; round += 1) {
    const planned = plannedSizes(rule, sample);
    for (const [at, stratum] of sample.entries()) {
      const goal = planned[at] ?? 0;
      const all = event.strata[at]?.wrong ?? 0;
      for (; stratum.checked < goal; stratum.checked += 1) {
        if (random() < (all - stratum.wrong) / (stratum.size - stratum.checked)) stratum.wrong += 1;
      }
    }
    const bound = boundWrong(sample);
    if (bound < truth) holds = false;
    isCertified = rule.kind === "share" || bound <= (size * rule.percent) / 100;
  }
  const checks = total(sample, ({ checked }) => checked);
  const photos = drawPhotos(event.photos, photoSampleSize(event.photos.size, { size, drawn: checks }), random);
  return { holds, photosHold: boundWrong([photos]) >= event.photos.wrong, checks, isCertified };
}

function drawPhotos(photos: DrawnEvent["photos"], checked: number, random: () => number): StratumSample {
  let wrong = 0;
  for (let at = 0; at < checked; at += 1) if (random() < (photos.wrong - wrong) / (photos.size - at)) wrong += 1;
  return { size: photos.size, checked, wrong };
}

const total = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);
