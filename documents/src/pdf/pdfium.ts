import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

/** What the module has of its own memory, which its types leave to a package that is not here. */
interface Heaps {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAP32: Int32Array;
}

/**
 * PDFium in WebAssembly: no scripts, no network, no files, and a memory of its own. Its functions are called by the
 * names of its C headers; pointers are numbers.
 */
export interface Pdfium {
  fn: WrappedPdfiumModule;
  /** Grows, and with it the views: look at them anew after every call. */
  heaps: Heaps;
  /** 64 bytes for what functions write into, eight apart; whoever calls reads them before the next call. */
  out: number;
}

/**
 * Of 64 kB: half a gigabyte for a document. Drawings that draw themselves ten times over would have all the process may take
 * within a second, and end it; so they end their page alone. No WebAssembly may exist before this is said.
 */
const MOST_MEMORY_PAGES = 8192;
setFlagsFromString(`--wasm-max-mem-pages=${MOST_MEMORY_PAGES}`);

const WASM = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");

/** A fresh one, so that nothing of one document is left for the next, and its memory is given back with it. */
export async function startPdfium(): Promise<Pdfium> {
  const wasm = await readFile(WASM);
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  const quiet = { print: () => undefined, printErr: () => undefined };
  const fn = await init({ wasmBinary, ...quiet });
  fn.FPDF_InitLibraryWithConfig(0);
  // Emscripten sets them on its module; the package's types know nothing of it.
  return { fn, heaps: fn.pdfium as unknown as Heaps, out: fn.pdfium.wasmExports.malloc(64) };
}

/** The float that a function wrote into `out`, the how-manyeth of four bytes. */
export const floatAt = ({ heaps, out }: Pdfium, index: number): number => heaps.HEAPF32[(out >> 2) + index] ?? 0;
/** The same of an int. */
export const intAt = ({ heaps, out }: Pdfium, index: number): number => heaps.HEAP32[(out >> 2) + index] ?? 0;
