/**
 * `npm run bench -- NAME` runs one benchmark and prints a report; its last line is one JSON object with the figures
 * (milliseconds, megabytes, fractions).
 */
type Benchmark = (argv: readonly string[]) => Promise<Record<string, unknown>>;

/** Loaded lazily, so that a benchmark loads only its own code. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  areas: async () => (await import("./areas.ts")).areas,
  "blind-count": async () => (await import("./blind-count.ts")).blindCount,
  certificate: async () => (await import("./certificate.ts")).certificate,
  chaos: async () => (await import("./chaos.ts")).chaos,
  "crop-wall": async () => (await import("./crop-wall.ts")).cropWall,
  documents: async () => (await import("./documents.ts")).documents,
  duplicates: async () => (await import("./duplicates.ts")).duplicates,
  editing: async () => (await import("./editing.ts")).editing,
  exports: async () => (await import("./exports.ts")).exports,
  gallery: async () => (await import("./gallery.ts")).gallery,
  history: async () => (await import("./history.ts")).history,
  items: async () => (await import("./items.ts")).items,
  learning: async () => (await import("./learning.ts")).learning,
  lists: async () => (await import("./lists.ts")).lists,
  radar: async () => (await import("./radar.ts")).radar,
  reading: async () => (await import("./reading.ts")).reading,
  keystrokes: async () => (await import("./keystrokes.ts")).keystrokes,
  review: async () => (await import("./review.ts")).review,
  scale: async () => (await import("./scale.ts")).scale,
  rolling: async () => (await import("./rolling.ts")).rolling,
  signin: async () => (await import("./signin.ts")).signin,
  soak: async () => (await import("./soak.ts")).soak,
  start: async () => (await import("./start.ts")).start,
  "try-documents": async () => (await import("./try-documents.ts")).tryDocuments,
  upload: async () => (await import("./upload.ts")).upload,
  vision: async () => (await import("./vision.ts")).vision,
  "vision-memory": async () => (await import("./vision-memory.ts")).visionMemory,
  vitals: async () => (await import("./vitals.ts")).vitals,
};

const name = process.argv[2] ?? "";
const load = benchmarks[name];
if (load === undefined) {
  process.stderr.write(`Which benchmark? npm run bench -- ${Object.keys(benchmarks).join(" | ")}\n`);
  process.exit(2);
}
const run = await load();
try {
  const figures = await run(process.argv.slice(3));
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
