import { createHash } from "node:crypto";
import { type DigitLayer, FIELD_SLOTS } from "./digit-layer.ts";
import { type MinimizerState, type Objective, minimizeStep, startMinimizing } from "./minimize.ts";
import { type LearningMaterial, type ObjectiveOptions, adaptationObjective } from "./objective.ts";
import { CLASSES } from "../precount/values.ts";

export interface TrainingOptions extends ObjectiveOptions {
  /** Most passes over the examples. */
  maxEvaluations: number;
}

/** Chosen on simulated crews: see ADR-060. `weight` comes from the model's manifest. */
export const DEFAULT_TRAINING: Omit<TrainingOptions, "weight"> = { prior: 5, anchorWeight: 1.5, maxEvaluations: 60 };

/** What a training run needs to continue: `digest` names the examples, the layer and the options that it belongs to. */
export interface TrainingState extends MinimizerState {
  digest: string;
}

/** A training run of a digit layer. It is deterministic: equal examples, layer and options give equal weights. */
export class DigitLayerTraining {
  readonly #objective: Objective;
  readonly #shipped: DigitLayer;
  readonly #maxEvaluations: number;
  #state: TrainingState;

  /** Continues from `state` if it belongs to the same examples, layer and options; starts from the beginning if not. */
  constructor(material: LearningMaterial, shipped: DigitLayer, options: TrainingOptions, state: TrainingState | null) {
    checkSizes(material, shipped);
    this.#shipped = shipped;
    this.#maxEvaluations = options.maxEvaluations;
    this.#objective = adaptationObjective(material, options);
    const digest = digestOf(material, shipped, options);
    const start = new Float64Array(shipped.weights.length + shipped.bias.length);
    this.#state = state?.digest === digest ? state : { ...startMinimizing(this.#objective, start), digest };
  }

  get state(): TrainingState {
    return this.#state;
  }

  get done(): boolean {
    return this.#state.done || this.#state.evaluations >= this.#maxEvaluations;
  }

  /** One pass over the examples. */
  step(): void {
    if (!this.done) this.#state = { ...minimizeStep(this.#objective, this.#state), digest: this.#state.digest };
  }

  /** The best layer so far. */
  get layer(): DigitLayer {
    const { weights, bias } = this.#shipped;
    const { point } = this.#state;
    return {
      weights: weights.map((shipped, i) => shipped + point[i]!),
      bias: bias.map((shipped, i) => shipped + point[weights.length + i]!),
    };
  }
}

function checkSizes({ examples, anchors }: LearningMaterial, shipped: DigitLayer): void {
  const { features, readerFeatures, first, second, truth, importance } = examples;
  const inputs = shipped.weights.length / CLASSES;
  const slots = importance.length * FIELD_SLOTS;
  const fits =
    features.length === slots * inputs &&
    readerFeatures.length % Math.max(1, slots) === 0 &&
    first.length === slots * CLASSES &&
    second.length === first.length &&
    truth.length === slots &&
    truth.every((digit) => digit < CLASSES) &&
    anchors.features.length * CLASSES === anchors.first.length * inputs &&
    anchors.second.length === anchors.first.length &&
    (slots === 0 ||
      anchors.readerFeatures.length * features.length === anchors.features.length * readerFeatures.length);
  if (!fits) throw new RangeError("the arrays of the examples do not fit together");
}

function digestOf(
  { examples: { features, first, second, truth, importance }, anchors }: LearningMaterial,
  { weights, bias }: DigitLayer,
  { weight, prior, anchorWeight }: TrainingOptions,
): string {
  const hash = createHash("sha256").update(JSON.stringify({ weight, prior, anchorWeight }));
  const ofExamples = [features, first, second, truth, importance];
  const arrays = [...ofExamples, anchors.features, anchors.first, anchors.second, weights, bias];
  for (const { buffer, byteOffset, byteLength } of arrays) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest("hex");
}
