import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

/** The module's memory views. The package's types leave them to a package that is not installed. */
interface Heaps {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAP32: Int32Array;
}

/**
 * PDFium in WebAssembly, without scripts, network or files, and with its own memory. Functions have the names of its C headers;
 * pointers are numbers.
 */
export interface Pdfium {
  fn: WrappedPdfiumModule;
  /** Growing the memory replaces these views, so read them again after every call. */
  heaps: Heaps;
  /** A buffer of 64 bytes for output parameters. Read it before the next call. */
  out: number;
}

/**
 * In pages of 64 kB: half a gigabyte for a document. A hostile drawing that repeats itself would otherwise exceed the process's
 * memory limit within a second; with this limit it only fails its page. Must be set before any WebAssembly is compiled.
 */
const MAX_MEMORY_PAGES = 8192;
setFlagsFromString(`--wasm-max-mem-pages=${MAX_MEMORY_PAGES}`);

const WASM = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");

/** Starts a new instance for each document, so that documents share no state and the memory is freed with the instance. */
export async function startPdfium(): Promise<Pdfium> {
  const wasm = await readFile(WASM);
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  const quiet = { print: () => undefined, printErr: () => undefined };
  const fn = await init({ wasmBinary, ...quiet });
  fn.FPDF_InitLibraryWithConfig(0);
  // Emscripten sets the views on its module; the package's types omit them.
  return { fn, heaps: fn.pdfium as unknown as Heaps, out: fn.pdfium.wasmExports.malloc(64) };
}

/** The 32-bit float at an index of `out`. */
export const floatAt = ({ heaps, out }: Pdfium, index: number): number => heaps.HEAPF32[(out >> 2) + index] ?? 0;
/** The 32-bit integer at an index of `out`. */
export const intAt = ({ heaps, out }: Pdfium, index: number): number => heaps.HEAP32[(out >> 2) + index] ?? 0;
