/** Forked child that runs `@gutenye/ocr-node` with its default settings and pipeline. */
import { serveCalls } from "@precount/forked-process";
import type { TextLine } from "./ready-lines.ts";

// Not a static import: the linter follows those, and one file of the package is not UTF-8.
const LIBRARY = "@gutenye/ocr-node";
interface Library {
  default: { create(options: object): Promise<{ detect(path: string): Promise<TextLine[]> }> };
}
const threads = Number(process.env["BENCH_THREADS"]) || 1;
// ONNX Runtime's option; without it the library uses as many threads as there are cores.
const ocr = import(LIBRARY).then(({ default: Ocr }: Library) =>
  Ocr.create({ onnxOptions: { intraOpNumThreads: threads } }),
);

/** The recognized lines of text. */
const read = async ({ path }: { path: string }): Promise<TextLine[]> => (await ocr).detect(path);

serveCalls({ read });
