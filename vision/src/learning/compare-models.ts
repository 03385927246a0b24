import type { ComparedSticker, Example } from "@precount/domain";
import {
  type ReadValues,
  type StoredReader,
  type StoredSticker,
  judgeValues,
  readStored,
} from "../adaptation/stored-sticker.ts";
import { DEFAULT_DETECT_OPTIONS } from "../model.ts";
import type { DescribedExample } from "./describe-all.ts";

/** The number of stickers that are read between two checks of the abort signal. */
const CHUNK = 200;

/** The values that a model reads on stickers, in their order. */
export async function readAll(
  stickers: readonly StoredSticker[],
  reader: StoredReader,
  signal: AbortSignal | undefined,
): Promise<ReadValues[]> {
  const values: ReadValues[] = [];
  for (let start = 0; start < stickers.length; start += CHUNK) {
    signal?.throwIfAborted();
    values.push(...(await readStored(stickers.slice(start, start + CHUNK), reader)));
  }
  return values;
}

/** The account that gave the true values of an example: that of the code, else that of the quantity. */
export const accountOf = ({ code, quantity }: Example): string | null => code.account ?? quantity.account;

/** A sticker, the values that two models read, and whether each value is right. */
export type Comparison = ComparedSticker & { sticker: StoredSticker; values: Record<ModelRole, ReadValues> };
export type ModelRole = "champion" | "challenger";

/** Compares the values that two models read on one sticker. */
export function compare(
  sticker: StoredSticker,
  values: Record<ModelRole, ReadValues>,
  account: string | null,
): Comparison {
  return {
    account,
    sticker,
    values,
    champion: judgeValues(values.champion, sticker, DEFAULT_DETECT_OPTIONS),
    challenger: judgeValues(values.challenger, sticker, DEFAULT_DETECT_OPTIONS),
  };
}

/** Compares two models on stickers of the reference set, or of a crew. */
export async function compareAll(
  stickers: readonly StoredSticker[],
  readers: Record<ModelRole, StoredReader>,
  accounts: readonly (string | null)[],
  signal: AbortSignal | undefined,
): Promise<Comparison[]> {
  const champion = await readAll(stickers, readers.champion, signal);
  const challenger = await readAll(stickers, readers.challenger, signal);
  return stickers.map((sticker, i) =>
    compare(sticker, { champion: champion[i]!, challenger: challenger[i]! }, accounts[i] ?? null),
  );
}

/** A comparison with the key of its example. */
export type KeyedComparison = Comparison & { key: string };

/** Compares two models on examples. */
export async function compareExamples(
  examples: readonly DescribedExample[],
  readers: Record<ModelRole, StoredReader>,
  signal: AbortSignal | undefined,
): Promise<KeyedComparison[]> {
  const stickers = examples.map(({ sticker }) => sticker);
  const accounts = examples.map(({ example }) => accountOf(example));
  const compared = await compareAll(stickers, readers, accounts, signal);
  return compared.map((comparison, i) => Object.assign(comparison, { key: examples[i]!.example.key }));
}
