import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { ROLES_OF_READING, type ReadingModel } from "./reading-model.ts";
import { IMPORTANCE, type Example, type Rect } from "@precount/domain";
import { type Pixels, decodeUpright } from "@precount/photos";
import type { NumberTruth, StickerDescription, StoredSticker } from "../adaptation/stored-sticker.ts";
import { describeSticker } from "./describe-sticker.ts";
import type { FoundExample } from "./examples.ts";
import { FeatureCache } from "./feature-cache.ts";
import { type ReferenceSet, decodeReference } from "./reference-set.ts";
import { fromRecord, recordLength, toRecord } from "./description-record.ts";

/** Part of the cache's key. Raise it when descriptions change, so that cached ones are computed again. */
const VERSION = 3;

export interface DescribeOptions {
  model: ReadingModel;
  cachePath: string;
  signal: AbortSignal | undefined;
  onProgress: (done: number, total: number) => void;
}

type Item<T> = { source: T; digest: string; box: Rect; decode: () => Promise<Pixels> };
type Described<T> = { source: T; description: StickerDescription };

/** An example with its description and its true values. */
export type DescribedExample = { example: Example; sticker: StoredSticker };

/** Describes examples: runs both readers on their crops and keeps the outputs. Leaves out crops that cannot be decoded. */
export async function describeExamples(
  examples: readonly FoundExample[],
  options: DescribeOptions,
): Promise<DescribedExample[]> {
  const items = examples.map((found): Item<Example> => {
    const { example, path, digest } = found;
    return { source: example, digest, box: example.box, decode: () => decodeUpright(path, "none") };
  });
  const described = await describeAll(items, { ...options, set: "examples" });
  return described.map(({ source: example, description }) => ({
    example,
    sticker: toStored(description, truthOf(example.code), truthOf(example.quantity)),
  }));
}

/** Describes the reference set. */
export async function describeReference(
  { stickers, sha256 }: ReferenceSet,
  options: DescribeOptions,
): Promise<StoredSticker[]> {
  const items = stickers.map((sticker, i) => {
    const digest = createHash("sha256").update(`${sha256} ${i}`).digest("hex");
    return { source: sticker, digest, box: sticker.box, decode: () => decodeReference(sticker) };
  });
  const described = await describeAll(items, { ...options, set: sha256 });
  return described.map(({ source: { code, quantity }, description }) =>
    toStored(description, { truth: code, importance: 1 }, { truth: quantity, importance: 1 }),
  );
}

const truthOf = ({ truth, origin }: Example["code"]): NumberTruth => ({ truth, importance: IMPORTANCE[origin] });

const toStored = (description: StickerDescription, code: NumberTruth, quantity: NumberTruth): StoredSticker => ({
  ...description,
  code: { ...description.code, ...code },
  quantity: { ...description.quantity, ...quantity },
});

async function describeAll<T>(
  items: readonly Item<T>[],
  { model, cachePath, signal, onProgress, set }: DescribeOptions & { set: string },
): Promise<Described<T>[]> {
  const digests = new Set(items.map(({ digest }) => digest));
  const cache = await FeatureCache.open(cachePath, digestOf(model, set), recordLength(model.inputs), digests);
  const described: Described<T>[] = [];
  try {
    for (const [i, item] of items.entries()) {
      signal?.throwIfAborted();
      let record = cache.get(item.digest);
      if (!record) {
        const pixels = await item.decode().catch(() => null);
        if (!pixels) continue;
        record = toRecord(await describeSticker(model.readers, pixels, item.box, model.manifest), model.inputs);
        await cache.add(item.digest, record);
        // Lets an abort event arrive: all promises above can resolve within the microtask queue.
        await setImmediate();
      }
      described.push({ source: item.source, description: fromRecord(record, model.inputs) });
      onProgress(i + 1, items.length);
    }
  } finally {
    await cache.close();
  }
  return described;
}

/** sha256 of everything that a description depends on besides its item. */
function digestOf({ weights, manifest: { read, field } }: ReadingModel, set: string): string {
  const of = [VERSION, set, ROLES_OF_READING.map((role) => weights[role]), read, field];
  return createHash("sha256").update(JSON.stringify(of)).digest("hex");
}
