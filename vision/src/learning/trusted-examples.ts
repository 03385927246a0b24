import { type AccountTrust, type Example, FIELDS, type LabeledValue, judgeAccounts } from "@precount/domain";
import { type StoredReader, judgeValues } from "../adaptation/stored-sticker.ts";
import { DEFAULT_DETECT_OPTIONS } from "../model.ts";
import { readAll } from "./compare-models.ts";
import type { DescribedExample } from "./describe-all.ts";

/** Leaves out the examples of accounts that contradict the champion too often. Returns the others, and these accounts. */
export async function leaveOutUntrusted(
  examples: readonly DescribedExample[],
  champion: StoredReader,
  signal: AbortSignal | undefined,
): Promise<{ trusted: DescribedExample[]; leftOut: AccountTrust[] }> {
  const stickers = examples.map(({ sticker }) => sticker);
  const read = await readAll(stickers, champion, signal);
  const values = examples.flatMap(({ example, sticker }, i) => {
    const outcome = judgeValues(read[i]!, sticker, DEFAULT_DETECT_OPTIONS);
    return FIELDS.flatMap((field): LabeledValue[] => {
      const { account } = example[field];
      return account === null ? [] : [{ account, valid: outcome[field].valid, agrees: outcome[field].right }];
    });
  });
  const leftOut = judgeAccounts(values).filter(({ trusted }) => !trusted);
  const keeps = isTrusted(leftOut);
  return { trusted: examples.filter(({ example }) => keeps(example)), leftOut };
}

/** Whether an example has no value of an account that is left out. */
export function isTrusted(leftOut: readonly AccountTrust[]): (example: Example) => boolean {
  const accounts = new Set(leftOut.map(({ account }) => account));
  return (example) => !FIELDS.some((field) => accounts.has(example[field].account ?? ""));
}
