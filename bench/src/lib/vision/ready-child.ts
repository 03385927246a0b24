/** The forked child that runs `@gutenye/ocr-node` exactly as it comes: its defaults, its own pipeline. */
import { serveCalls } from "@precount/forked-process";
import type { TextLine } from "./ready-lines.ts";

// Not as a plain import: the linter follows those, and one file behind this one is not UTF-8.
const LIBRARY = "@gutenye/ocr-node";
interface Library {
  default: { create(options: object): Promise<{ detect(path: string): Promise<TextLine[]> }> };
}
const threads = Number(process.env["BENCH_THREADS"]) || 1;
// ONNX runtime's own option; without it the library would take as many threads as there are cores.
const ocr = import(LIBRARY).then(({ default: Ocr }: Library) =>
  Ocr.create({ onnxOptions: { intraOpNumThreads: threads } }),
);

/** Its lines of text, as they come. */
const read = async ({ path }: { path: string }): Promise<TextLine[]> => (await ocr).detect(path);

serveCalls({ read });
