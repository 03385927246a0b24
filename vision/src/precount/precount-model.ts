import type { Alternative, Rect, Writing } from "@precount/domain";
import { UnavailableError } from "@precount/forked-process";
import { ModelFilesError, zeros } from "@precount/inference";
import { corners, scaleBox } from "@precount/photos";
import { boxToRect } from "../box-to-rect.ts";
import type { PrecountManifest } from "../manifest.ts";
import type { Detection, DetectionModel, DetectOptions, ModelInfo, ModelTimes, UprightPhoto } from "../model.ts";
import { inReadingOrder, judge } from "../reading.ts";
import { calibrated } from "./certainty.ts";
import { existenceOf, isLikely, labelOf, leastExistence } from "./existence.ts";
import { type Scratch, locate } from "./locate.ts";
import { withoutRepeatedTags } from "./repeated-tags.ts";
import { rescoreTags } from "./rescore-tags.ts";
import { type ModelNetworks, networkSpecs } from "./networks.ts";
import type { FieldPlace, ReadBox } from "./read.ts";
import { readBoxes } from "./read-boxes.ts";
import { ROLES } from "./roles.ts";
import { type Value, codesOf, quantitiesOf, tagCodesOf } from "./values.ts";

/**
 * The model trained in training/: a detector on the reduced photo, a reader on crops of the full photo.
 * It handles one photo at a time.
 */
export class PrecountModel implements DetectionModel {
  readonly info: ModelInfo;
  readonly #manifest: PrecountManifest;
  readonly #networks: ModelNetworks;
  readonly #scratch: Scratch = { input: new Float32Array() };

  private constructor(info: ModelInfo, manifest: PrecountManifest, networks: ModelNetworks) {
    this.info = info;
    this.#manifest = manifest;
    this.#networks = networks;
  }

  /**
   * @param open opens the networks, in this process or on a server; the model closes them
   * @throws ModelFilesError when they do not answer as this runtime expects, UnavailableError when their server cannot be used
   */
  static async load(
    info: ModelInfo,
    manifest: PrecountManifest,
    open: () => Promise<ModelNetworks>,
  ): Promise<PrecountModel> {
    try {
      const networks = await open();
      const model = new PrecountModel(info, manifest, networks);
      await checkAnswers(networks, manifest).catch(async (error: unknown) => {
        await model.close();
        throw error;
      });
      return model;
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof ModelFilesError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ModelFilesError(
        `Model ${manifest.name}: its networks do not work here (${why}). Restore the model's folder, or export it again.`,
        { cause: error },
      );
    }
  }

  async detect(photo: UprightPhoto, options: DetectOptions, times?: ModelTimes): Promise<Detection[]> {
    const { detect: settings } = this.#manifest;
    const startedAt = performance.now();
    const { detector } = this.#networks;
    const found = await locate(detector, photo, settings, options.limit, this.#scratch);
    const foundAt = performance.now();
    const read = await readBoxes(this.#networks, photo, found, this.#manifest, {
      // A box that is hardly a sticker or tag is not read again.
      mayReread: (box) => isLikely(box, settings),
      labelOf: (box) => labelOf(box, settings),
    });
    const rescored = await rescoreTags(this.#networks, photo, read, this.#manifest);
    if (times) Object.assign(times, { detectMs: foundAt - startedAt, readMs: performance.now() - foundAt });
    return withoutRepeatedTags(rescored, settings)
      .flatMap((box) => {
        const confidence = existenceOf(box, settings);
        if (confidence < leastExistence(box, settings)) return [];
        return [
          box.item.label === "shelf"
            ? this.#toShelf(box, confidence, photo, options)
            : this.#toSticker(box, confidence, photo, options),
        ];
      })
      .toSorted(inReadingOrder);
  }

  async readSticker(photo: UprightPhoto, rect: Rect, options: DetectOptions): Promise<Detection> {
    const box = scaleBox(
      { ...rect, cx: rect.x + rect.width / 2, cy: rect.y + rect.height / 2, angle: rect.angle ?? 0 },
      photo.width / photo.fullWidth,
    );
    const [read] = await readBoxes(this.#networks, photo, [{ label: "sticker", score: 1, box }], this.#manifest, {
      mayReread: () => true,
      labelOf: ({ item }) => item.label,
    });
    // One answer per box.
    return { ...this.#toSticker(read!, read!.answer.paper, photo, options), rect };
  }

  async close(): Promise<void> {
    for (const role of ROLES) await this.#networks[role].close();
    await this.#networks.combination.close();
  }

  #toSticker(
    { item: { box }, answer }: ReadBox,
    confidence: number,
    photo: UprightPhoto,
    options: DetectOptions,
  ): Detection {
    const { calibration } = this.#manifest;
    const { slots, code, quantity } = answer;
    const codes = calibrated(codesOf(slots), calibration?.stickerCode, code.written);
    const quantities = calibrated(quantitiesOf(slots), calibration?.stickerQuantity, quantity.written);
    return {
      label: "sticker",
      rect: boxToRect(box, photo),
      confidence,
      code: judge("sticker", "code", bestOf(codes), options),
      quantity: judge("sticker", "quantity", bestOf(quantities), options),
      values: [...alternatives("code", codes), ...alternatives("quantity", quantities)],
      writing: writingOf(code, quantity),
    };
  }

  /** A shelf's band is as tall as its tag and as wide as the photo. */
  #toShelf(
    { item: { box }, answer: { tagSlots } }: ReadBox,
    confidence: number,
    photo: UprightPhoto,
    options: DetectOptions,
  ): Detection {
    const codes = calibrated(tagCodesOf(tagSlots), this.#manifest.calibration?.shelfCode, UNDECIDED);
    const heights = corners(box).map(({ y }) => (y * photo.fullHeight) / photo.height);
    const top = Math.min(photo.fullHeight - 1, Math.max(0, Math.round(Math.min(...heights))));
    const bottom = Math.min(photo.fullHeight, Math.max(top + 1, Math.round(Math.max(...heights))));
    return {
      label: "shelf",
      rect: { x: 0, y: top, width: photo.fullWidth, height: bottom - top, angle: 0 },
      confidence,
      code: judge("shelf", "code", bestOf(codes), options),
      values: alternatives("code", codes),
    };
  }
}

/** The probability of handwriting from which a number counts as handwritten. */
const HANDWRITTEN_FROM = 0.5;

function writingOf(...places: readonly Pick<FieldPlace, "written">[]): Writing {
  const handwritten = places.filter(({ written }) => written >= HANDWRITTEN_FROM).length;
  if (handwritten === 0) return "print";
  return handwritten === places.length ? "hand" : "mixed";
}

/** Runs the networks on zeros: it warms them up and shows whether their shapes are the expected ones. */
async function checkAnswers(networks: ModelNetworks, manifest: PrecountManifest): Promise<void> {
  const specs = networkSpecs(manifest);
  for (const role of ROLES) {
    const spec = specs[role];
    const answer = await networks[role].run(zeros(spec.smallest), spec.smallest);
    expectShape(role, answer.shape, spec.answerShape(spec.smallest));
  }
}

function expectShape(role: string, shape: readonly number[], expected: readonly number[]): void {
  if (shape.join(" × ") === expected.join(" × ")) return;
  throw new Error(`the ${role} answers ${shape.join(" × ")} numbers, not ${expected.join(" × ")}`);
}

/** Shelf tags are neither print nor handwriting, so their calibration has no penalty. */
const UNDECIDED = 0.5;

const alternatives = (field: "code" | "quantity", values: readonly Value[]): Alternative[] =>
  values.map(({ value, confidence }) => ({ field, value, confidence }));

const bestOf = ([best]: readonly Value[]): Value => best ?? { value: "", confidence: 0 };
