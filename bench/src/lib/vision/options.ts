import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../server.ts";

export interface VisionOptions {
  /** A folder of photos with their truth.json. */
  photos: string;
  /** Names of competitors; null = all there are. */
  only: string[] | null;
  /** Maximum number of photos of each family; null = all. */
  limit: number | null;
  /** A file with the output of `precount detect --json` to score instead of running a model; or null. */
  found: string | null;
}

export const VISION_USAGE = `Usage: npm run bench -- vision [--photos FOLDER] [--only NAME,NAME…] [--limit N] [--found FILE]

  --photos FOLDER  photos with their truth.json (default: samples/)
  --only NAMES     of precount, ppocr, ready, tesseract; separated by commas
  --limit N        the first N photos of each family
  --found FILE     scores the output of 'precount detect --json' on these photos; nothing is run or timed
`;

/** Parses the options of `npm run bench -- vision`. Throws an Error with a message for the user. */
export function parseVisionOptions(argv: readonly string[]): VisionOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      photos: { type: "string", default: join(ROOT, "samples") },
      only: { type: "string" },
      limit: { type: "string" },
      found: { type: "string" },
    },
  });
  const only = values.only?.split(",").map((name) => name.trim()) ?? null;
  if (only?.some((name) => name === "")) throw new Error("--only needs names separated by commas: precount,ppocr.");
  if (values.limit !== undefined && !/^[1-9]\d*$/.test(values.limit)) {
    throw new Error(`--limit needs a number of photos, 1 or more, not ${values.limit}.`);
  }
  return {
    photos: resolve(values.photos),
    only,
    limit: values.limit === undefined ? null : Number(values.limit),
    found: values.found === undefined ? null : resolve(values.found),
  };
}
