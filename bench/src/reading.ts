import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FAMILIES, readTruth, VisionProcess } from "@precount/vision";
import { percentile } from "./lib/percentile.ts";
import { PHOTO_KINDS, type PhotoKind, drawPhotos } from "./lib/reading/draw-photos.ts";
import { handwritingByHeight, photoFigures, readingFigures, reliability, shelfFigures } from "./lib/reading/figures.ts";
import { type ReadCode, itemListFigures, readCodesIn } from "./lib/reading/items.ts";
import { READING_USAGE, type ReadingOptions, parseReadingOptions } from "./lib/reading/options.ts";
import { figuresTable, heightTable, reliabilityDiagram } from "./lib/reading/report.ts";
import { type PhotoOutcome, outcomeOf } from "./lib/reading/tally.ts";
import { GENEROUS_LIMITS } from "./lib/vision/competitor.ts";

const WIDTHS_PX = [0, 100, 150, 200, 300, Infinity];
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Measures how well a model reads photos drawn from fonts, writers and shelves that training never uses: by family and by sticker
 * width, with the share that is certain, the share that is certain but wrong, false stickers on empty shelves, and the share of unreadable
 * stickers that are found.
 */
export async function reading(argv: readonly string[]): Promise<Record<string, unknown>> {
  let options: ReadingOptions;
  try {
    options = parseReadingOptions(argv);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${READING_USAGE}`, { cause: error });
  }
  const folder = options.keep ? resolve(options.keep) : await mkdtemp(join(tmpdir(), "precount-reading-"));
  const vision = new VisionProcess({ threads: 2, ...GENEROUS_LIMITS });
  try {
    const elapsedMs: number[] = [];
    const codes: ReadCode[] = [];
    const outcomes: Record<PhotoKind, PhotoOutcome[]> = { ordinary: [], small: [], empty: [], unreadable: [] };
    for (const kind of PHOTO_KINDS) {
      const count = kind === "ordinary" ? options.photos : Math.ceil(options.photos / 3);
      print(`Drawing ${count * FAMILIES.length} ${kind} photos, seed ${options.seed} …`);
      await drawPhotos({ kind, count, seed: options.seed, careful: options.careful, folder: join(folder, kind) });
      for (const photo of await readTruth(join(folder, kind))) {
        const startedAt = performance.now();
        const { detections } = await vision.detect({ path: photo.path, modelName: options.model });
        if (kind === "ordinary") elapsedMs.push(performance.now() - startedAt);
        outcomes[kind].push(outcomeOf(photo, detections));
        if (options.items) codes.push(...readCodesIn(photo, detections));
      }
    }
    const items = options.items ? { items: itemListFigures(codes, options.seed) } : {};
    if (options.items) print(`With a list of 20,000 items: ${JSON.stringify(items)}`);
    const msPerPhoto = Math.round(percentile(elapsedMs, 0.5));
    return { seed: options.seed, careful: options.careful, msPerPhoto, ...summarize(outcomes), ...items };
  } finally {
    await vision.close();
    if (!options.keep) await rm(folder, { recursive: true, force: true });
  }
}

function summarize({ ordinary, small, empty, unreadable }: Record<PhotoKind, PhotoOutcome[]>): Record<string, unknown> {
  const families = FAMILIES.map((family) => {
    return [family, photoFigures(ordinary.filter((photo) => photo.family === family))] as const;
  });
  const stickers = [...ordinary, ...small].flatMap((photo) => photo.stickers);
  const widths = WIDTHS_PX.slice(1).flatMap((to, i) => {
    const from = WIDTHS_PX[i]!;
    const inside = stickers.filter(({ widthPx }) => widthPx >= from && widthPx < to);
    return inside.length > 0
      ? [[to === Infinity ? `${from} px and more` : `${from}–${to} px`, readingFigures(inside, 0)] as const]
      : [];
  });
  const smallFigures = photoFigures(small);
  print(`\n${figuresTable([...families, ["small", smallFigures]])}`);
  print(`By sticker width on a photo of 4032 px (precision not counted):\n${figuresTable(widths)}`);
  const byHeight = handwritingByHeight(stickers);
  print(`Handwritten numbers by their height on the photo:\n${heightTable(byHeight)}`);
  const ordinaryStickers = ordinary.flatMap((photo) => photo.stickers);
  for (const field of ["code", "quantity"] as const) {
    print(reliabilityDiagram(field, reliability(ordinaryStickers, field)));
  }
  const falseStickers = empty.reduce((sum, photo) => sum + photo.falseStickers, 0);
  const falseCertain = empty.reduce((sum, photo) => sum + photo.falseCertain, 0);
  const { stickers: smeared, recall, certain } = photoFigures(unreadable);
  const unreadableFigures = { stickers: smeared, recall, certain };
  print(`Unreadable stickers: ${JSON.stringify(unreadableFigures)}`);
  const shelf = shelfFigures([...ordinary, ...small]);
  print(`${falseStickers} false stickers on ${empty.length} empty photos, ${falseCertain} of them called valid`);
  print(`Shelf tags: ${JSON.stringify(shelf)}`);
  return {
    ...Object.fromEntries(families),
    small: { ...smallFigures, printRow: photoFigures(small.filter(({ family }) => family === "print")).row },
    falsePerEmptyPhoto: Math.round((falseStickers / empty.length) * 10_000) / 10_000,
    falseCertain,
    unreadable: unreadableFigures,
    shelf,
    handwritingByHeight: byHeight,
    reliability: {
      code: reliability(ordinaryStickers, "code"),
      quantity: reliability(ordinaryStickers, "quantity"),
    },
  };
}
