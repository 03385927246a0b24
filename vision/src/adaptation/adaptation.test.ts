import { type LabeledValue, MIN_FROZEN_STICKERS, isHeldOut, judgeAccounts, judgePromotion } from "@precount/domain";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLASSES } from "../precount/values.ts";
import { formatAdaptation, parseAdaptation, unadapted } from "./adaptation.ts";
import { type DigitLayer, FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";
import { EMPTY_MEMORY, mixInNeighbors, rememberExamples } from "./neighbors.ts";
import type { LearningExamples } from "./objective.ts";
import { type StoredSticker, judgeStored, readStored, toLearningExamples } from "./stored-sticker.ts";
import { type TrainingOptions, DEFAULT_TRAINING, DigitLayerTraining } from "./train-digit-layer.ts";
import { formatTrainingState, parseTrainingState } from "./training-state.ts";

const INPUTS = 16;
const BLANK = 10;
const SETTINGS = {
  read: { widthPx: 192, heightPx: 96, fill: 128, look: LOOK(), moreLooks: [], sure: 0.98, batch: 16 },
  field: { widthPx: 160, heightPx: 48, fill: 128, margin: 0.2, batch: 16, leastWritten: 0.5, weight: 0.6 },
};
const OPTIONS: TrainingOptions = { ...DEFAULT_TRAINING, weight: SETTINGS.field.weight, prior: 2 };
const THRESHOLDS = { codeConfidence: 0.98, quantityConfidence: 0.98 };

function LOOK() {
  return { growWidth: 1.08, growHeight: 1.14, right: 0, down: 0 };
}

/** mulberry32: numbers in 0–1 that are the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Features of each class, as the simulated networks see them; the shipped layer knows these prototypes. */
const prototypes = Array.from({ length: CLASSES }, (_, c) => {
  const random = randomOf(c + 1);
  return Float32Array.from({ length: INPUTS }, () => random() - 0.5);
});
const SHIPPED: DigitLayer = {
  weights: Float32Array.from(
    { length: INPUTS * CLASSES },
    (_, i) => 12 * prototypes[i % CLASSES]![Math.floor(i / CLASSES)]!,
  ),
  bias: Float32Array.from(prototypes, (p) => -6 * p.reduce((sum, x) => sum + x * x, 0)),
};

const slotsOf = (value: string): number[] =>
  Array.from({ length: FIELD_SLOTS }, (_, i) => (i < value.length ? Number(value[i]) : BLANK));

/** A crew whose nines look as much like fours as like nines to the network. */
function drawCrew(count: number, seed: number, accounts: readonly string[] = ["ann"]) {
  const random = randomOf(seed);
  const digits = (length: number): string => Array.from({ length }, () => Math.floor(random() * 10)).join("");
  const seenOf = (value: string): Float32Array =>
    Float32Array.from(
      slotsOf(value).flatMap((digit) => {
        const looks = prototypes[digit]!.map((x, i) => (digit === 9 ? 0.48 * x + 0.52 * prototypes[4]![i]! : x));
        return Array.from(looks, (x) => x + 0.35 * (random() - 0.5));
      }),
    );
  return Array.from({ length: count }, (_, n) => {
    const numbers = [digits(6), String(1 + Math.floor(random() * 99))] as const;
    const [code, quantity] = numbers.map((truth) => {
      const strip = seenOf(truth);
      return { truth, written: 1, strips: [strip], importance: 1 };
    });
    const slots = new Float32Array(2 * FIELD_SLOTS * CLASSES);
    for (const [f, number] of [code!, quantity!].entries()) {
      const first = logitsOf(number.strips[0]!, SHIPPED);
      softmaxRows(first);
      slots.set(first, f * first.length);
    }
    const features = Float32Array.from([...code!.strips[0]!, ...quantity!.strips[0]!]);
    const sticker: StoredSticker = { slots, features, code: code!, quantity: quantity! };
    return { key: `${seed}/${n}`, account: accounts[n % accounts.length]!, sticker };
  });
}
type CrewSticker = ReturnType<typeof drawCrew>[number];

function learn(stickers: readonly CrewSticker[], options = OPTIONS) {
  const examples = toLearningExamples(
    stickers.map(({ sticker }) => sticker),
    SETTINGS,
  );
  const training = new DigitLayerTraining(examples, SHIPPED, options, null);
  while (!training.done) training.step();
  return { layer: training.layer, memory: rememberExamples(examples) };
}

const compare = (stickers: readonly CrewSticker[], challenger: ReturnType<typeof learn>) =>
  stickers.map(({ account, sticker }) => ({
    account,
    champion: judgeStored(sticker, unadapted(SHIPPED), SETTINGS, THRESHOLDS),
    challenger: judgeStored(sticker, challenger, SETTINGS, THRESHOLDS),
  }));

const wrongOf = (stickers: readonly CrewSticker[], adaptation: ReturnType<typeof learn>): number =>
  stickers.filter(({ sticker }) => readStored(sticker, adaptation, SETTINGS).code.value !== sticker.code.truth).length;

describe("training", () => {
  const crew = drawCrew(80, 7);
  const examples = toLearningExamples(
    crew.map(({ sticker }) => sticker),
    SETTINGS,
  );

  test("a crew's stickers that were not learned from are read better", () => {
    const others = drawCrew(100, 8);
    const before = wrongOf(others, unadapted(SHIPPED));
    expect(before).toBeGreaterThan(15);
    expect(wrongOf(others, learn(crew))).toBeLessThan(before / 2);
  });

  test("equal examples give equal weights, also after an interruption", () => {
    const whole = new DigitLayerTraining(examples, SHIPPED, OPTIONS, null);
    while (!whole.done) whole.step();
    let stored: string | null = null;
    for (let run = 0; run < 100; run += 1) {
      const part: DigitLayerTraining = new DigitLayerTraining(
        examples,
        SHIPPED,
        OPTIONS,
        stored ? parseTrainingState(stored) : null,
      );
      if (part.done) break;
      part.step();
      stored = formatTrainingState(part.state);
    }
    const resumed = new DigitLayerTraining(examples, SHIPPED, OPTIONS, parseTrainingState(stored ?? ""));
    expect(resumed.state.evaluations).toBe(whole.state.evaluations);
    expect(resumed.layer).toEqual(whole.layer);
  });

  test("a state of other examples is not continued", () => {
    const other = new DigitLayerTraining({ ...examples, truth: examples.truth.map(() => 1) }, SHIPPED, OPTIONS, null);
    other.step();
    expect(new DigitLayerTraining(examples, SHIPPED, OPTIONS, other.state).state.evaluations).toBe(1);
  });

  test("a damaged state is not continued", () => {
    const text = formatTrainingState(new DigitLayerTraining(examples, SHIPPED, OPTIONS, null).state);
    expect(parseTrainingState(text)).not.toBeNull();
    expect(parseTrainingState(text.slice(0, -40))).toBeNull();
    expect(parseTrainingState(text.replace('"version":1', '"version":2'))).toBeNull();
  });

  test("a strong prior leaves the layer as it was shipped", () => {
    const { layer } = learn(crew, { ...OPTIONS, prior: 1e9 });
    const changes = layer.weights.map((w, i) => Math.abs(w - SHIPPED.weights[i]!));
    expect(Math.max(...changes)).toBeLessThan(1e-4);
  });

  test("steps lower the cost", () => {
    const training = new DigitLayerTraining(examples, SHIPPED, OPTIONS, null);
    for (let i = 0; i < 3; i += 1) training.step();
    expect(training.state.value).toBeLessThan(new DigitLayerTraining(examples, SHIPPED, OPTIONS, null).state.value);
  });

  test("refuses arrays that do not fit", () => {
    const short = { ...examples, truth: examples.truth.slice(1) };
    expect(() => new DigitLayerTraining(short, SHIPPED, OPTIONS, null)).toThrow(RangeError);
  });
});

describe("neighbors", () => {
  const crew = drawCrew(60, 3);
  const memory = rememberExamples(
    toLearningExamples(
      crew.map(({ sticker }) => sticker),
      SETTINGS,
    ),
  );

  test("probabilities stay probabilities, and a remembered slot becomes more likely its digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), (n) => {
        const { code, slots, features } = crew[n]!.sticker;
        const mixed = slots.slice(0, FIELD_SLOTS * CLASSES);
        mixInNeighbors(mixed, { features: code.strips[0]!, readerFeatures: features }, memory);
        for (const [slot, digit] of slotsOf(code.truth).entries()) {
          const row = mixed.subarray(slot * CLASSES, (slot + 1) * CLASSES);
          expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 4);
          // Its own row is its nearest neighbor.
          expect(row[digit]!).toBeGreaterThan(0.5 * slots[slot * CLASSES + digit]!);
        }
      }),
    );
  });

  test("without a memory the probabilities stay as they are", () => {
    const { slots, features, code } = crew[0]!.sticker;
    const mixed = slots.slice(0, FIELD_SLOTS * CLASSES);
    mixInNeighbors(mixed, { features: code.strips[0]!, readerFeatures: features }, EMPTY_MEMORY);
    expect(mixed).toEqual(slots.slice(0, FIELD_SLOTS * CLASSES));
  });

  test("keeps the most important numbers, and none without importance", () => {
    const examples: LearningExamples = {
      features: Float32Array.from({ length: 4 * FIELD_SLOTS * 2 }, (_, i) => i),
      readerFeatures: Float32Array.from({ length: 4 * FIELD_SLOTS * 2 }, (_, i) => i % 7),
      first: new Float32Array(4 * FIELD_SLOTS * CLASSES),
      truth: Uint8Array.from({ length: 4 * FIELD_SLOTS }, (_, i) => Math.floor(i / FIELD_SLOTS)),
      importance: Float32Array.of(0.5, 1, 0, 1),
    };
    expect([...new Set(rememberExamples(examples, 2 * FIELD_SLOTS).digits)]).toEqual([1, 3]);
    expect([...new Set(rememberExamples(examples).digits)]).toEqual([1, 3, 0]);
    expect(rememberExamples({ ...examples, importance: new Float32Array(4) })).toEqual(EMPTY_MEMORY);
  });
});

test("an adaptation survives being stored; a damaged one is refused", () => {
  const adaptation = learn(drawCrew(20, 4));
  const text = formatAdaptation(adaptation);
  expect(parseAdaptation(text)).toEqual(adaptation);
  expect(parseAdaptation(text.slice(1))).toBeNull();
  const broken = JSON.parse(text) as { memory: { digits: string } };
  broken.memory.digits = Buffer.from([99]).toString("base64");
  expect(parseAdaptation(JSON.stringify(broken))).toBeNull();
});

const ACCOUNTS = ["ann", "bob", "eve"];
/** Eve types another code in 30 % of her stickers. */
const poisoned = (stickers: readonly CrewSticker[]): CrewSticker[] => {
  const random = randomOf(99);
  return stickers.map((one) => {
    if (one.account !== "eve" || random() > 0.3) return one;
    const truth = String(Math.floor(random() * 1e6)).padStart(6, "0");
    return { ...one, sticker: { ...one.sticker, code: { ...one.sticker.code, truth } } };
  });
};

describe("poisoning", () => {
  const labeled = (stickers: readonly CrewSticker[]): LabeledValue[] =>
    stickers.map(({ account, sticker }) => {
      const { code } = readStored(sticker, unadapted(SHIPPED), SETTINGS);
      return {
        account,
        valid: code.confidence >= THRESHOLDS.codeConfidence,
        agrees: code.value === sticker.code.truth,
      };
    });
  const all = poisoned(drawCrew(240, 11, ACCOUNTS));
  const outcome = judgeStored(drawCrew(1, 12)[0]!.sticker, unadapted(SHIPPED), SETTINGS, THRESHOLDS);
  const frozen = Array.from({ length: MIN_FROZEN_STICKERS }, () => ({
    account: null,
    champion: outcome,
    challenger: outcome,
  }));

  test("the account with 30 % wrong values is left out, and the others' model is promoted", () => {
    const trusted = judgeAccounts(labeled(all))
      .filter((trust) => trust.trusted)
      .map(({ account }) => account);
    expect(trusted).toEqual(["ann", "bob"]);
    const kept = all.filter(({ account }) => trusted.includes(account));
    const challenger = learn(kept.filter(({ key }) => !isHeldOut(key)));
    const heldOut = compare(
      kept.filter(({ key }) => isHeldOut(key)),
      challenger,
    );
    expect(judgePromotion({ heldOut, frozen })).toEqual({ ok: true, value: true });
  });

  test("a model that learned only wrong values is not promoted on the others' stickers", () => {
    const nonsense = all.map((one) => ({
      ...one,
      sticker: { ...one.sticker, code: { ...one.sticker.code, truth: "444444" } },
    }));
    const challenger = learn(
      nonsense.filter(({ key }) => !isHeldOut(key)),
      { ...OPTIONS, prior: 0.1 },
    );
    const heldOut = compare(
      all.filter(({ key, account }) => isHeldOut(key) && account !== "eve"),
      challenger,
    );
    expect(judgePromotion({ heldOut, frozen }).ok).toBe(false);
  });
});
