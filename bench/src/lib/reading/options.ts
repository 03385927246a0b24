import { parseArgs } from "node:util";

export interface ReadingOptions {
  /** Ordinary photos of each family; a third as many show small stickers, none, and unreadable ones. */
  photos: number;
  /** The seed of the drawn photos: another seed draws other stickers, writers and shelves. */
  seed: number;
  /** A folder to draw the photos into and keep them; null = a temporary folder. */
  keep: string | null;
  model: string;
  /** Compares the codes with and without an item list of 20,000 random codes that include the true ones. */
  items: boolean;
  /** Only sharp and well-lit photos. Without it about a third is dark, blurred or noisy. */
  careful: boolean;
}

export const READING_USAGE = `Usage: npm run bench -- reading [--photos N] [--seed N] [--keep FOLDER] [--model NAME] [--items] [--careful]

  --photos N     ordinary photos of each family (default 8)
  --seed N       of the first photo of each family (default: the current time). Each further photo has the next seed, so
                 two draws of 40 photos share none only if their seeds are at least 40 apart
  --keep FOLDER  draws the photos into this folder and keeps them
  --model NAME   the model to measure (default precount)
  --items        also with an item list of 20,000 random codes that include the true ones
  --careful      only sharp and well-lit photos
`;

/** The options of `npm run bench -- reading`. Throws an Error with a message for the user. */
export function parseReadingOptions(argv: readonly string[], now: number = Date.now()): ReadingOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      photos: { type: "string", default: "8" },
      seed: { type: "string", default: String(Math.floor(now / 1000) % 1_000_000) },
      keep: { type: "string" },
      model: { type: "string", default: "precount" },
      items: { type: "boolean", default: false },
      careful: { type: "boolean", default: false },
    },
  });
  if (!/^[1-9]\d*$/.test(values.photos)) throw new Error(`--photos must be 1 or more; it is ${values.photos}.`);
  if (!/^\d+$/.test(values.seed)) throw new Error(`--seed must be a whole number; it is ${values.seed}.`);
  const { model, items, careful } = values;
  return { photos: Number(values.photos), seed: Number(values.seed), keep: values.keep ?? null, model, items, careful };
}
