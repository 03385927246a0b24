import {
  type ComparedSticker,
  type LabeledValue,
  MIN_FROZEN_STICKERS,
  isHeldOut,
  judgeAccounts,
  judgePromotion,
} from "@precount/domain";
import { describe, expect, test } from "vitest";
import { CLASSES } from "../precount/values.ts";
import { type Adaptation, MIXING, formatAdaptation, parseAdaptation, unadapted } from "./adaptation.ts";
import { openCombination } from "./adapted-combination.ts";
import { type DigitLayer, FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";
import { NeighborSearch } from "./neighbor-search.ts";
import { EMPTY_MEMORY, type NeighborMemory, OTHER_WRITER, rememberExamples } from "./neighbors.ts";
import type { AnchorNumbers, LearningExamples, LearningMaterial } from "./objective.ts";
import { type ReadValues, type StoredSticker, judgeValues, readStored, toLearningExamples } from "./stored-sticker.ts";
import { type TrainingOptions, DEFAULT_TRAINING, DigitLayerTraining } from "./train-digit-layer.ts";
import { formatTrainingState, parseTrainingState } from "./training-state.ts";

const INPUTS = 16;
const BLANK = 10;
const SETTINGS = {
  read: {
    widthPx: 192,
    heightPx: 96,
    fill: 128,
    look: LOOK(),
    moreLooks: [],
    sure: 0.98,
    batch: 16,
    answersTag: false,
    answersTagNumber: false,
  },
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

/** A crew whose nines look as much like fours as like nines to the network, or another one, whose nines do not. */
function drawCrew(count: number, seed: number, accounts: readonly string[] = ["ann"], own = 0.48) {
  const random = randomOf(seed);
  const digits = (length: number): string => Array.from({ length }, () => Math.floor(random() * 10)).join("");
  const seenOf = (value: string): Float32Array =>
    Float32Array.from(
      slotsOf(value).flatMap((digit) => {
        const looks = prototypes[digit]!.map((x, i) => (digit === 9 ? own * x + (1 - own) * prototypes[4]![i]! : x));
        return Array.from(looks, (x) => x + 0.35 * (random() - 0.5));
      }),
    );
  return Array.from({ length: count }, (_, n) => {
    const numbers = [digits(6), String(1 + Math.floor(random() * 99))] as const;
    const [code, quantity] = numbers.map((truth) => {
      const strip = seenOf(truth);
      const second = logitsOf(strip, SHIPPED);
      softmaxRows(second);
      return { truth, written: 1, second: { slots: second, features: strip }, importance: 1 };
    });
    const slots = new Float32Array(2 * FIELD_SLOTS * CLASSES);
    for (const [f, number] of [code!, quantity!].entries()) {
      const first = logitsOf(number.second.features, SHIPPED);
      softmaxRows(first);
      slots.set(first, f * first.length);
    }
    const features = Float32Array.from([...code!.second.features, ...quantity!.second.features]);
    const sticker: StoredSticker = { slots, features, code: code!, quantity: quantity! };
    return { key: `${seed}/${n}`, account: accounts[n % accounts.length]!, sticker };
  });
}
type CrewSticker = ReturnType<typeof drawCrew>[number];

/** Other writers, whose nines are nearer to nines. */
const OTHERS_NINE = 0.7;
const anchors: AnchorNumbers = toLearningExamples(drawCrew(30, 17, ["ann"], OTHERS_NINE).map(({ sticker }) => sticker));
const materialOf = (stickers: readonly CrewSticker[]): LearningMaterial => ({
  examples: toLearningExamples(stickers.map(({ sticker }) => sticker)),
  anchors,
});

function learn(stickers: readonly CrewSticker[], options = OPTIONS) {
  const material = materialOf(stickers);
  const training = new DigitLayerTraining(material, SHIPPED, options, null);
  while (!training.done) training.step();
  return { layer: training.layer, memory: rememberExamples(material), mixing: MIXING };
}

async function read(stickers: readonly CrewSticker[], adaptation: Adaptation): Promise<ReadValues[]> {
  const combination = await openCombination(adaptation, SHIPPED, 1);
  const values = await readStored(
    stickers.map(({ sticker }) => sticker),
    { combination, settings: SETTINGS },
  );
  await combination.close();
  return values;
}

async function compare(stickers: readonly CrewSticker[], adaptation: Adaptation): Promise<ComparedSticker[]> {
  const champion = await read(stickers, unadapted(SHIPPED));
  const challenger = await read(stickers, adaptation);
  return stickers.map(({ account, sticker }, i) => ({
    account,
    champion: judgeValues(champion[i]!, sticker, THRESHOLDS),
    challenger: judgeValues(challenger[i]!, sticker, THRESHOLDS),
  }));
}

async function wrongOf(stickers: readonly CrewSticker[], adaptation: Adaptation): Promise<number> {
  const values = await read(stickers, adaptation);
  return values.filter(({ code }, i) => code.value !== stickers[i]!.sticker.code.truth).length;
}

describe("training", () => {
  const crew = drawCrew(80, 7);
  const material = materialOf(crew);

  test("a crew's stickers that were not learned from are read better", async () => {
    const others = drawCrew(100, 8);
    const before = await wrongOf(others, unadapted(SHIPPED));
    expect(before).toBeGreaterThan(15);
    expect(await wrongOf(others, learn(crew))).toBeLessThan(before / 2);
  });

  test("equal examples give equal weights, also after an interruption", () => {
    const whole = new DigitLayerTraining(material, SHIPPED, OPTIONS, null);
    while (!whole.done) whole.step();
    let stored: string | null = null;
    for (let run = 0; run < 100; run += 1) {
      const part: DigitLayerTraining = new DigitLayerTraining(
        material,
        SHIPPED,
        OPTIONS,
        stored ? parseTrainingState(stored) : null,
      );
      if (part.done) break;
      part.step();
      stored = formatTrainingState(part.state);
    }
    const resumed = new DigitLayerTraining(material, SHIPPED, OPTIONS, parseTrainingState(stored ?? ""));
    expect(resumed.state.evaluations).toBe(whole.state.evaluations);
    expect(resumed.layer).toEqual(whole.layer);
  });

  test("a state of other examples is not continued", () => {
    const { examples } = material;
    for (const changed of [
      { examples: { ...examples, truth: examples.truth.map(() => 1) }, anchors },
      { examples, anchors: { ...anchors, features: anchors.features.map((x) => x + 1) } },
    ]) {
      const other = new DigitLayerTraining(changed, SHIPPED, OPTIONS, null);
      other.step();
      expect(new DigitLayerTraining(material, SHIPPED, OPTIONS, other.state).state.evaluations).toBe(1);
    }
  });

  test("a damaged state is not continued", () => {
    const text = formatTrainingState(new DigitLayerTraining(material, SHIPPED, OPTIONS, null).state);
    expect(parseTrainingState(text)).not.toBeNull();
    expect(parseTrainingState(text.slice(0, -40))).toBeNull();
    expect(parseTrainingState(text.replace('"version":1', '"version":2'))).toBeNull();
  });

  test("a strong prior leaves the layer as it was shipped", () => {
    const { layer } = learn(crew, { ...OPTIONS, prior: 1e9 });
    const changes = layer.weights.map((w, i) => Math.abs(w - SHIPPED.weights[i]!));
    expect(Math.max(...changes)).toBeLessThan(1e-4);
  });

  test("anchors keep the readings of other writers", () => {
    const { examples } = materialOf(drawCrew(60, 21, ["ann"], OTHERS_NINE));
    const before = logitsOf(examples.features, SHIPPED);
    softmaxRows(before);
    const changeOf = (anchorWeight: number): number => {
      const after = logitsOf(examples.features, learn(crew, { ...OPTIONS, anchorWeight }).layer);
      softmaxRows(after);
      return after.reduce((sum, p, i) => sum + Math.abs(p - before[i]!), 0);
    };
    expect(changeOf(100)).toBeLessThan(0.7 * changeOf(0));
  });

  test("steps lower the cost", () => {
    const training = new DigitLayerTraining(material, SHIPPED, OPTIONS, null);
    for (let i = 0; i < 3; i += 1) training.step();
    expect(training.state.value).toBeLessThan(new DigitLayerTraining(material, SHIPPED, OPTIONS, null).state.value);
  });

  test("refuses arrays that do not fit", () => {
    const { examples } = material;
    for (const short of [
      { examples: { ...examples, truth: examples.truth.slice(1) }, anchors },
      { examples: { ...examples, readerFeatures: examples.readerFeatures.slice(1) }, anchors },
      { examples, anchors: { ...anchors, first: anchors.first.slice(1) } },
      { examples, anchors: { ...anchors, readerFeatures: anchors.readerFeatures.slice(1) } },
    ]) {
      expect(() => new DigitLayerTraining(short, SHIPPED, OPTIONS, null)).toThrow(RangeError);
    }
  });
});

const sharesOf = async (memory: NeighborMemory, stickers: readonly CrewSticker[]): Promise<Float32Array[]> => {
  const search = await NeighborSearch.open(memory, 1);
  const shares = await search.sharesOf(
    stickers.map(({ sticker }) => ({
      features: sticker.code.second!.features,
      readerFeatures: sticker.features.subarray(0, FIELD_SLOTS * INPUTS),
    })),
  );
  await search.close();
  return shares;
};
const shareOfOthers = (shares: readonly Float32Array[]): number => {
  const others = shares.flatMap((number) => [...number].filter((_, i) => i % (CLASSES + 1) === OTHER_WRITER));
  return others.reduce((sum, share) => sum + share, 0) / others.length;
};

const nines = (seed: number, own?: number): CrewSticker[] =>
  drawCrew(40, seed, ["ann"], own).filter(({ sticker }) => sticker.code.truth.split("9").length > 3);

describe("neighbors", () => {
  const crew = drawCrew(60, 3);
  const memory = rememberExamples(materialOf(crew));

  test("a remembered slot has its digit among its nearest neighbors, and the shares are 1 together", async () => {
    for (const [n, shares] of (await sharesOf(memory, crew)).entries()) {
      for (const [slot, digit] of slotsOf(crew[n]!.sticker.code.truth).entries()) {
        const own = shares.subarray(slot * (CLASSES + 1), (slot + 1) * (CLASSES + 1));
        expect(own.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
        expect(own[digit]!).toBeGreaterThan(0);
      }
    }
  });

  test("the nines of other writers have more neighbors among the anchors than the crew's", async () => {
    const others = shareOfOthers(await sharesOf(memory, nines(5, OTHERS_NINE)));
    expect(others).toBeGreaterThan(shareOfOthers(await sharesOf(memory, nines(6))));
  });

  test("without a memory all neighbors are other writers", async () => {
    expect(shareOfOthers(await sharesOf(EMPTY_MEMORY, crew))).toBe(1);
  });

  test("keeps the most important numbers, and none without importance", () => {
    const examples: LearningExamples = {
      features: Float32Array.from({ length: 4 * FIELD_SLOTS * 2 }, (_, i) => i),
      readerFeatures: Float32Array.from({ length: 4 * FIELD_SLOTS * 3 }, (_, i) => i % 7),
      first: new Float32Array(4 * FIELD_SLOTS * CLASSES),
      second: new Float32Array(4 * FIELD_SLOTS * CLASSES),
      truth: Uint8Array.from({ length: 4 * FIELD_SLOTS }, (_, i) => Math.floor(i / FIELD_SLOTS)),
      importance: Float32Array.of(0.5, 1, 0, 1),
    };
    const none = {
      features: new Float32Array(),
      readerFeatures: new Float32Array(),
      first: new Float32Array(),
      second: new Float32Array(),
    };
    const digitsOf = (maxRows?: number) => [...new Set(rememberExamples({ examples, anchors: none }, maxRows).digits)];
    expect(digitsOf(2 * FIELD_SLOTS)).toEqual([1, 3]);
    expect(digitsOf()).toEqual([1, 3, 0]);
    const unimportant = { examples: { ...examples, importance: new Float32Array(4) }, anchors: none };
    expect(rememberExamples(unimportant)).toEqual(EMPTY_MEMORY);
  });
});

test("an adaptation changes values, and makes none surer", async () => {
  const adaptation = learn(drawCrew(80, 7));
  const others = drawCrew(100, 8);
  const before = await read(others, unadapted(SHIPPED));
  const after = await read(others, adaptation);
  const codes = after.map(({ code }, i) => ({ code, shipped: before[i]!.code }));
  const kept = codes.filter(({ code, shipped }) => code.value === shipped.value);
  expect(kept.map(({ code }) => code.confidence)).toEqual(kept.map(({ shipped }) => shipped.confidence));
  const changed = codes.filter(({ code, shipped }) => code.value !== shipped.value);
  expect(changed.length).toBeGreaterThan(10);
  const surest = changed.map(({ shipped: { confidence } }) => Math.min(confidence, 1 - confidence));
  expect(changed.filter(({ code }, i) => code.confidence > surest[i]! + 1e-4)).toEqual([]);
});

test("an adaptation keeps what the digit reader adds to the field reader's layer", async () => {
  // The layer takes each nine for a four; the second reading, which is also the digit reader's, is sure of the nine.
  const crew = drawCrew(40, 5, ["ann"], 0.3);
  for (const { code } of crew.map(({ sticker }) => sticker)) code.second!.slots = sureOf(code.truth);
  expect(await wrongOf(drawCrew(40, 5, ["ann"], 0.3), unadapted(SHIPPED))).toBeGreaterThan(10);
  expect(await wrongOf(crew, unadapted(SHIPPED))).toBe(0);
  expect(await wrongOf(crew, learn(drawCrew(80, 7)))).toBe(0);
  expect(await wrongOf(crew, learn(crew))).toBe(0);
});

function sureOf(value: string): Float32Array {
  const slots = new Float32Array(FIELD_SLOTS * CLASSES).fill(1e-6);
  for (const [slot, digit] of slotsOf(value).entries()) slots[slot * CLASSES + digit] = 1;
  return slots;
}

test("an adaptation survives being stored; a damaged one is refused", () => {
  const adaptation = learn(drawCrew(20, 4));
  const text = formatAdaptation(adaptation);
  expect(parseAdaptation(text)).toEqual(adaptation);
  expect(parseAdaptation(text.slice(1))).toBeNull();
  const { mixing: _, ...old } = JSON.parse(text) as { mixing: unknown };
  expect(parseAdaptation(JSON.stringify({ ...old, version: 1 }))?.mixing.share).toBe(0.25);
  const broken = JSON.parse(text) as { memory: { digits: string } };
  broken.memory.digits = Buffer.from([99]).toString("base64");
  expect(parseAdaptation(JSON.stringify(broken))).toBeNull();
});

const ACCOUNTS = ["ann", "bob", "eve"];
/** The account `eve` types a wrong code on 30 % of its stickers. */
const poisoned = (stickers: readonly CrewSticker[]): CrewSticker[] => {
  const random = randomOf(99);
  return stickers.map((one) => {
    if (one.account !== "eve" || random() > 0.3) return one;
    const truth = String(Math.floor(random() * 1e6)).padStart(6, "0");
    return { ...one, sticker: { ...one.sticker, code: { ...one.sticker.code, truth } } };
  });
};

/** The values as the shipped model judges them. */
const labeled = async (stickers: readonly CrewSticker[]): Promise<LabeledValue[]> =>
  (await compare(stickers, unadapted(SHIPPED))).map(({ account, champion: { code } }) => ({
    account: account!, // every sticker of a crew has one
    valid: code.valid,
    agrees: code.right,
  }));

describe("poisoning", () => {
  const all = poisoned(drawCrew(240, 11, ACCOUNTS));
  const field = { right: true, valid: true };
  const outcome = { code: field, quantity: field };
  const frozen = Array.from({ length: MIN_FROZEN_STICKERS }, () => ({
    account: null,
    champion: outcome,
    challenger: outcome,
  }));

  test("the account with 30 % wrong values is left out, and the others' model is promoted", async () => {
    const trusted = judgeAccounts(await labeled(all))
      .filter((trust) => trust.trusted)
      .map(({ account }) => account);
    expect(trusted).toEqual(["ann", "bob"]);
    const kept = all.filter(({ account }) => trusted.includes(account));
    const challenger = learn(kept.filter(({ key }) => !isHeldOut(key)));
    const heldOut = await compare(
      kept.filter(({ key }) => isHeldOut(key)),
      challenger,
    );
    expect(judgePromotion({ heldOut, frozen })).toEqual({ ok: true, value: true });
  });

  test("a model that learned only wrong values is not promoted on the others' stickers", async () => {
    const nonsense = all.map((one) => ({
      ...one,
      sticker: { ...one.sticker, code: { ...one.sticker.code, truth: "444444" } },
    }));
    const challenger = learn(
      nonsense.filter(({ key }) => !isHeldOut(key)),
      { ...OPTIONS, prior: 0.1 },
    );
    const heldOut = await compare(
      all.filter(({ key, account }) => isHeldOut(key) && account !== "eve"),
      challenger,
    );
    expect(judgePromotion({ heldOut, frozen }).ok).toBe(false);
  });
});
