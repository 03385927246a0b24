import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusDocument, adjacencyF1, chanceDocuments, corpus, share } from "@precount/documents/testing";
import { type DocumentLoadFigures, measureUnderDocumentLoad } from "./lib/documents/document-load.ts";
import { comparePoppler } from "./lib/documents/compare-poppler.ts";
import { hundredPages, keepToOneCore, timed } from "./lib/documents/hundred-pages.ts";
import { measureLanguages } from "./lib/documents/languages.ts";
import { liteparseReader } from "./lib/documents/liteparse.ts";
import { ourReader } from "./lib/documents/ours.ts";
import { pdfParseReader } from "./lib/documents/pdf-parse.ts";
import type { Reader } from "./lib/documents/reader.ts";
import { type PhotographedFigures, scorePhotographed } from "./lib/documents/photographed.ts";
import { pythonReaders } from "./lib/documents/python-readers.ts";
import { type RealScores, scorePrinted } from "./lib/documents/score-printed.ts";
import { type CorpusFigures, scoreDocuments } from "./lib/documents/score-documents.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const loads = (): string[] => loadavg().map((load) => load.toFixed(1));
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`.padStart(8);

/**
 * Reads documents with known truth with our reader and with existing libraries: cells of ruled and unruled tables,
 * lines of text, pages per second. The figures are those of the held-out half of the corpus. `--dev` reads the
 * development half instead, `--verbose` lists the errors of each document, `--only TEXT` selects documents by name,
 * `--ours` skips the other libraries. Python's libraries read only the printed documents, also without `--real`. `--beside` measures only how document reading slows down other requests.
 * `--real` reads only the printed documents and those of other authors, and scores them by adjacency relations, with every
 * library that is installed.
 * `--languages` counts the wrong letters on scanned and photographed pages in eight languages, and in numbers; `--draw N` takes other scans and photos of the same texts.
 * `--poppler FOLDER` compares the words of the PDFs in a folder with those that poppler's pdftotext reads.
 * `--chance SEED,COUNT` reads randomly generated documents; seeds below 1000 are for development.
 */
export async function documents(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      dev: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      ours: { type: "boolean", default: false },
      chance: { type: "string" },
      real: { type: "boolean", default: false },
      beside: { type: "boolean", default: false },
      languages: { type: "boolean", default: false },
      draw: { type: "string", default: "0" },
      poppler: { type: "string" },
    },
  });
  if (values.languages) return languages(values);
  const quick = values.dev || values.only !== "" || values.chance !== undefined;
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-documents-"));
  const withPeers = !(values.ours || quick || values.poppler !== undefined);
  const readers = [ourReader(), ...(withPeers ? [await liteparseReader(), pdfParseReader()] : [])];
  try {
    if (values.poppler !== undefined) {
      const [ours] = readers;
      if (!ours) throw new Error("there is no reader to compare");
      return { poppler: await comparePoppler(values.poppler, ours, print) };
    }
    if (values.real) return { ...(await onlyPrinted(readers, values)), load: loads() };
    if (values.beside) return { ...(await underDocumentLoad(folder)), load: loads() };
    const figures = new Map<string, Record<string, unknown>>();
    for (const reader of readers) {
      if (values.chance !== undefined) return { chance: await score(reader, byChance(values.chance), folder, values) };
      const dev = await score(reader, half("dev", values.only), folder, values);
      const devPhotos = await photographed(reader, "dev", folder, values);
      if (values.dev) return { dev: { ...dev, ...devPhotos } };
      const heldOut = await score(reader, half("heldOut", values.only), folder, values);
      const photos = await photographed(reader, "heldOut", folder, values);
      const real = await printed(reader, "both", values);
      figures.set(reader.name, { ...heldOut, ...photos, real, dev: { ...dev, ...devPhotos } });
    }
    for (const peer of withPeers ? await pythonReaders() : [])
      figures.set(peer.name, { real: await printed(peer, "both", values) });
    const documentLoad = quick ? {} : await underDocumentLoad(folder);
    if (!quick) await addSpeed(readers, folder, figures);
    return {
      ...documentLoad,
      ...figures.get("precount"),
      peer: figures.get("liteparse"),
      peers: Object.fromEntries(figures),
      load: loads(),
    };
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

interface LanguageOptions extends Omit<PrintedOptions, "ours"> {
  draw: string;
}

/** The error rate of letters on scanned and photographed pages in several languages, with our reader. */
async function languages({ dev, only, verbose, draw }: LanguageOptions): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-languages-"));
  try {
    const figures = await measureLanguages(dev ? "dev" : "heldOut", folder, only, Number(draw), (page) => {
      print(`${percent(page.errors / page.letters)}  ${page.name}, ${page.elapsedMs} ms`);
      const rows = verbose ? page.rows : [];
      rows.forEach((row, at) => print(`${" ".repeat(10)}${page.lines[at] ?? ""}\n${" ".repeat(10)}${row}`));
    });
    return { ...figures, load: loads() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Part {
  title: string;
  documents: AsyncIterable<CorpusDocument>;
}

const half = (name: "dev" | "heldOut", only: string): Part => ({
  title: name === "dev" ? "development half" : "held-out half",
  documents: corpus(name, only),
});

/** `SEED` or `SEED,COUNT`. */
function byChance(option: string): Part {
  const [seed = "", count = "40"] = option.split(",");
  if (!/^\d+$/.test(seed) || !/^\d+$/.test(count))
    throw new Error("--chance needs SEED or SEED,COUNT, such as 5000,40");
  return {
    title: `${count} documents generated with seed ${seed}`,
    documents: chanceDocuments(Number(seed), Number(count)),
  };
}

async function score(
  reader: Reader,
  { title, documents }: Part,
  folder: string,
  { verbose }: { verbose: boolean },
): Promise<CorpusFigures> {
  print(`\n${reader.name}, ${title}`);
  const figures = await scoreDocuments(documents, reader, folder, (score) => {
    if (!verbose && score.misses.length === 0) return;
    const parts = (["ruled", "unruled", "lines"] as const).map((kind) =>
      score[kind].of === 0 ? "       –" : percent(share(score[kind])),
    );
    print(`${parts.join(" ")}  ${score.name}`);
    for (const miss of verbose ? score.misses.slice(0, 12) : []) print(`${" ".repeat(28)}${miss.slice(0, 200)}`);
  });
  const { ruled, unruled, lines, scanned, tables, cells } = figures;
  print(
    `${[ruled, unruled, lines].map(percent).join(" ")}  ruled, unruled, lines; scanned ${percent(scanned)}; ${tables} tables, ${cells} cells`,
  );
  return figures;
}

interface PrintedOptions {
  dev: boolean;
  ours: boolean;
  only: string;
  verbose: boolean;
}

/** The printed documents and those of other authors, read by our reader, by the other libraries of this run, and by those of Python that are installed. */
async function onlyPrinted(readers: Reader[], options: PrintedOptions): Promise<Record<string, unknown>> {
  const all = options.ours ? readers : [...readers, ...(await pythonReaders())];
  const peers: Record<string, RealScores> = {};
  for (const reader of all) peers[reader.name] = await printed(reader, options.dev ? "dev" : "both", options);
  return { real: peers["precount"], peers };
}

async function printed(
  reader: Reader,
  half: "dev" | "both",
  { only, verbose }: Pick<PrintedOptions, "only" | "verbose">,
): Promise<RealScores> {
  const figures = await scorePrinted(half, only, reader, (score) => {
    if (!verbose && score.misses.length === 0) return;
    print(`${percent(adjacencyF1(score))}${" ".repeat(20)}${score.name}, ${score.falseTables} false tables`);
    for (const miss of verbose ? score.misses.slice(0, 12) : []) print(`${" ".repeat(28)}${miss.slice(0, 200)}`);
  });
  for (const [source, { microF1, macroF1, falseTablesPerPage, documents }] of [
    ...Object.entries(figures.sources),
    ["all", figures] as const,
  ])
    print(
      `${reader.name}, ${source}: micro F1 ${microF1}, macro F1 ${macroF1}, ${falseTablesPerPage} false tables per page in ${documents} documents`,
    );
  return figures;
}

async function photographed(
  reader: Reader,
  half: "dev" | "heldOut",
  folder: string,
  { verbose, only }: { verbose: boolean; only: string },
): Promise<PhotographedFigures> {
  const figures = await scorePhotographed(half, reader, folder, only, ({ name, right, cells, elapsedMs, misses }) => {
    if (!verbose && misses.length === 0) return;
    print(`${percent(right / cells)}${" ".repeat(20)}${name}, ${elapsedMs} ms`);
    for (const miss of verbose ? misses.slice(0, 12) : []) print(`${" ".repeat(28)}${miss.slice(0, 200)}`);
  });
  print(`${percent(figures.photographed)}  of the cells in ${figures.photos} photographed tables`);
  return figures;
}

async function underDocumentLoad(folder: string): Promise<DocumentLoadFigures> {
  const figures = await measureUnderDocumentLoad(folder);
  const { apiQuietP95Ms, apiP95Ms, documentsMs } = figures;
  print(
    `\na call's p95 while documents of a hundred pages are read: ${apiP95Ms} ms, else ${apiQuietP95Ms} ms ` +
      `(${(documentsMs / 1000).toFixed(1)} s for all), load ${loads().join(" ")}`,
  );
  return figures;
}

async function addSpeed(
  readers: Reader[],
  folder: string,
  figures: Map<string, Record<string, unknown>>,
): Promise<void> {
  const path = await hundredPages(folder);
  await Promise.all(readers.map((reader) => reader.close()));
  keepToOneCore();
  print(`\na hundred pages of tables, one core, load ${loads().join(" ")}`);
  // With OCR enabled, liteparse also reads each page as an image: 261 s instead of one.
  for (const reader of [ourReader(), await liteparseReader({ ocr: false }), pdfParseReader()]) {
    if (!readers.some(({ name }) => name === reader.name)) continue;
    const { seconds, pagesPerSecond, peakMb } = await timed(reader, path);
    await reader.close();
    print(`${reader.name.padEnd(12)} ${seconds} s, ${pagesPerSecond} pages/s, peak ${peakMb} MB`);
    Object.assign(figures.get(reader.name) ?? {}, { pagesPerSecond, seconds, peakMb });
  }
}
