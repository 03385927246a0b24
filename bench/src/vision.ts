import { loadModels, readTruth, type TruePhoto } from "@precount/vision";
import type { Competitor } from "./lib/vision/competitor.ts";
import { readFoundFile } from "./lib/vision/found-file.ts";
import { runAll } from "./lib/vision/measure.ts";
import { modelCompetitor } from "./lib/vision/model.ts";
import { VISION_USAGE, type VisionOptions, parseVisionOptions } from "./lib/vision/options.ts";
import { inTurn } from "./lib/vision/in-turn.ts";
import { readyCompetitor } from "./lib/vision/ready.ts";
import {
  type CompetitorFigures,
  accuracyTable,
  competitorFigures,
  familyFigures,
  speedTable,
} from "./lib/vision/report.ts";
import { tesseractCompetitor } from "./lib/vision/tesseract.ts";

const OURS = ["precount", "ppocr"];
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Compares our models with existing ones on the same photos: accuracy by family, time per photo with one and two
 * threads, memory. Each competitor runs in its own process, one after the other.
 */
export async function vision(argv: readonly string[]): Promise<Record<string, unknown>> {
  let options: VisionOptions;
  try {
    options = parseVisionOptions(argv);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${VISION_USAGE}`, { cause: error });
  }
  const photos = inTurn(await readTruth(options.photos), options.limit);
  const stickers = photos.flatMap(({ results }) => results).filter(({ label }) => label === "sticker").length;
  tell(`${photos.length} photos of ${options.photos}, ${stickers} stickers`);
  return options.found === null ? compare(photos, options.only) : scoreFile(photos, options.found);
}

async function scoreFile(photos: readonly TruePhoto[], file: string): Promise<Record<string, unknown>> {
  const byName = await readFoundFile(file);
  const missing = photos.filter(({ image }) => !byName.has(image)).map(({ image }) => image);
  if (missing.length > 0) tell(`Not in ${file}, counted as nothing found: ${missing.join(", ")}`);
  const families = familyFigures(photos, ({ image }) => byName.get(image) ?? []);
  tell(accuracyTable([["found", families]]));
  return { found: { families } };
}

async function compare(photos: readonly TruePhoto[], only: readonly string[] | null) {
  const results: [string, CompetitorFigures][] = [];
  for (const competitor of await competitors(only)) {
    for (const note of competitor.notes) tell(note);
    results.push([competitor.name, await measured(competitor, photos)]);
  }
  const rows = results.flatMap(([name, { families, unaided }]): [string, typeof families][] => [
    [name, families],
    ...(unaided ? [[`${name}, own output`, unaided] as [string, typeof families]] : []),
  ]);
  tell(`\n${accuracyTable(rows)}\n${speedTable(results)}`);
  const figures = Object.fromEntries(results);
  const { precount, ppocr, ready } = figures;
  const ratio = precount && ready ? { ratio: share(ready.ms2, precount.ms2) } : {};
  const ratioPpocr = ppocr && ready ? { ratioPpocr: share(ready.ms2, ppocr.ms2) } : {};
  if (ratio.ratio !== undefined) tell(`ready takes ${ratio.ratio} times as long as precount, two threads each`);
  if (ratioPpocr.ratioPpocr !== undefined) tell(`ready takes ${ratioPpocr.ratioPpocr} times as long as ppocr`);
  return { ...figures, ...ratio, ...ratioPpocr };
}

const share = (a: number, b: number): number => Math.round((100 * a) / b) / 100;

/** The selected competitors, or all. Skips one of our models with a message if it is not installed. */
async function competitors(only: readonly string[] | null): Promise<Competitor[]> {
  const listed = new Set((await loadModels()).map(({ name }) => name));
  const all = [...OURS.map(modelCompetitor), readyCompetitor(), tesseractCompetitor()];
  const names = all.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  const asked = all.filter(({ name }) => only?.includes(name) ?? true);
  const missing = asked.filter(({ name }) => OURS.includes(name) && !listed.has(name));
  for (const { name } of missing) tell(`There is no model ${name} in vision/models: it is left out.`);
  return asked.filter((competitor) => !missing.includes(competitor));
}

async function measured(competitor: Competitor, photos: readonly TruePhoto[]): Promise<CompetitorFigures> {
  try {
    const ready: TruePhoto[] = [];
    for (const photo of photos) ready.push((await competitor.prepare?.(photo)) ?? photo);
    const oneThread = await runAll(competitor, ready, 1, tell);
    const twoThreads = await runAll(competitor, ready, 2, tell);
    const figures = competitorFigures(ready, oneThread, twoThreads);
    tell(`${competitor.name}: ${figures.ms1} ms with one thread, ${figures.ms2} ms with two`);
    return figures;
  } finally {
    await competitor.finish?.();
  }
}
