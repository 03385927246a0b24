import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readTruth } from "@precount/vision";
import { compare, emptyTally } from "./lib/duplicates/score.ts";
import { type View, takeViews } from "./lib/duplicates/views.ts";
import { seededRandom } from "./lib/lists/random.ts";
import { drawPhotos } from "./lib/reading/draw-photos.ts";

/** Other shelves with which each photo is compared. */
const LOOK_ALIKES = 4;
const round = (value: number): number => Math.round(value * 10_000) / 10_000;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Measures whether stickers that two photos show are found: shelves drawn from fonts and goods that training never uses, each photographed
 * three times from the left and three times from the right, from other angles, in other light, with goods at different depths; a left
 * and a right photo overlap by 10 to 60 %. Look-alikes are photos of other shelves with the same texts, and a second bay with the same
 * goods whose stickers are at other places. Times are means, because the clock of CPU time has ticks of 4 ms.
 * `--photos N` of each family (default 4), `--seed N`, `--folder F` takes drawn photos from a folder instead.
 */
export async function duplicates(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      photos: { type: "string", default: "4" },
      seed: { type: "string", default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
      folder: { type: "string" },
    },
  });
  const seed = Number(values.seed);
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), "precount-duplicates-"));
  try {
    if (!values.folder) await drawPhotos({ kind: "ordinary", count: Number(values.photos), seed, folder });
    return { seed, ...(await measure(folder, seededRandom(seed))) };
  } finally {
    if (!values.folder) await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, random: () => number): Promise<Record<string, unknown>> {
  const views: View[] = [];
  for (const [n, photo] of (await readTruth(folder)).entries()) {
    const taken = await takeViews(photo, n, random);
    views.push(...taken);
    print(`${photo.image}: ${taken.map(({ stickers }) => stickers.length).join(", ")} stickers`);
  }
  const [same, others] = [emptyTally(), emptyTally()];
  for (const [i, a] of views.entries()) {
    // Two photos of one side show the same part of the shelf, so they do not test a partial overlap.
    for (const b of views.slice(i + 1).filter(({ shelf, kind }) => shelf === a.shelf && kind !== a.kind))
      compare(a, b, b.kind === "twin" ? others : same);
    const elsewhere = views.filter(({ shelf }) => shelf !== a.shelf);
    for (let n = 0; n < LOOK_ALIKES && n < elsewhere.length; n++) {
      compare(a, elsewhere[Math.floor(random() * elsewhere.length)]!, others);
    }
  }
  const right = same.right + others.right;
  const wrong = same.wrong + others.wrong;
  const keypointsMs = mean(views.map((view) => view.keypointsMs));
  // An image is compared with the photo that overlaps and, on average, with one more that has an equal sticker.
  const compareMs = mean(same.elapsedMs) + mean(others.elapsedMs);
  const certainties = [...same.certainties, ...others.certainties];
  const highestWrong = Math.max(0, ...certainties.filter(({ isRight }) => !isRight).map(({ certainty }) => certainty));
  return {
    shelves: new Set(views.map(({ shelf }) => shelf)).size,
    comparedOverlaps: same.elapsedMs.length,
    pairs: right + same.missed,
    precision: round(right / Math.max(1, right + wrong)),
    recall: round(right / Math.max(1, right + same.missed)),
    wrong,
    missed: same.missed,
    comparedLookAlikes: others.elapsedMs.length,
    msPerImage: round(keypointsMs + compareMs),
    keypointsMs: round(keypointsMs),
    compareMs: round(compareMs),
    certainAbove90: round(certainties.filter(({ certainty }) => certainty >= 0.9).length / Math.max(1, right)),
    highestWrong: round(highestWrong),
  };
}
