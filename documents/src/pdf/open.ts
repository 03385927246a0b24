import { DocumentError } from "../document-error.ts";
import { pageFrame } from "./page-frame.ts";
import type { Matrix } from "./matrix.ts";
import { type Pdfium, startPdfium } from "./pdfium.ts";

/** An open page: its PDFium handle and the mapping from its space to the upright page. */
export interface PdfPage {
  pdfium: Pdfium;
  /** PDFium's FPDF_PAGE. */
  handle: number;
  /** Counted from 1. */
  number: number;
  /** Size in points, after the page's own rotation. */
  width: number;
  height: number;
  /** From the page's own space to points from the top left of the upright page. */
  toUpright: Matrix;
}

/** FLAT_NORMALDISPLAY and FLATTEN_SUCCESS. */
const AS_SHOWN = 0;
const FLATTENED = 1;
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

/** A PDF in PDFium's memory. When a page crashes PDFium, only that page is lost. */
export class OpenPdf {
  readonly pageCount: number;
  readonly #bytes: Uint8Array;
  #pdfium: Pdfium;
  #document: number;
  #broken = false;

  private constructor(bytes: Uint8Array, pdfium: Pdfium) {
    this.#bytes = bytes;
    this.#pdfium = pdfium;
    this.#document = load(pdfium, bytes);
    this.pageCount = pdfium.fn.FPDF_GetPageCount(this.#document);
  }

  /** Opens a PDF. Throws DocumentError when it is damaged or needs a password. */
  static async open(bytes: Uint8Array): Promise<OpenPdf> {
    const pdfium = await startPdfium();
    try {
      return new OpenPdf(bytes, pdfium);
    } catch (error) {
      throw error instanceof DocumentError ? error : damaged();
    }
  }

  /** Opens a page, counted from 1, while `work` runs. Throws when the page cannot be opened or crashes PDFium. */
  async withPage<T>(number: number, work: (page: PdfPage) => T | Promise<T>): Promise<T> {
    if (this.#broken) await this.#restart();
    try {
      return await this.#withPage(number, work);
    } catch (error) {
      // A WebAssembly trap leaves the instance in an undefined state.
      if (error instanceof Error && error.name === "RuntimeError") this.#broken = true;
      throw error;
    }
  }

  async #withPage<T>(number: number, work: (page: PdfPage) => T | Promise<T>): Promise<T> {
    const pdfium = this.#pdfium;
    const handle = this.#load(number);
    const answer = await work({ pdfium, handle, number, ...pageFrame(pdfium, handle) });
    pdfium.fn.FPDF_ClosePage(handle);
    return answer;
  }

  /** Loads a page with its form fields and annotations flattened into it. */
  #load(number: number): number {
    const { fn } = this.#pdfium;
    const handle = fn.FPDF_LoadPage(this.#document, number - 1);
    if (handle === 0) throw new Error(`page ${number} cannot be opened`);
    if (fn.FPDFPage_GetAnnotCount(handle) === 0 || fn.FPDFPage_Flatten(handle, AS_SHOWN) !== FLATTENED) return handle;
    fn.FPDF_ClosePage(handle);
    const flat = fn.FPDF_LoadPage(this.#document, number - 1);
    if (flat === 0) throw new Error(`page ${number} cannot be opened again`);
    return flat;
  }

  async #restart(): Promise<void> {
    this.#pdfium = await startPdfium();
    this.#document = load(this.#pdfium, this.#bytes);
    this.#broken = false;
  }
}

function load({ fn, heaps }: Pdfium, bytes: Uint8Array): number {
  const pointer = fn.pdfium.wasmExports.malloc(bytes.length);
  if (pointer === 0) throw new DocumentError("This PDF is too large to be read.");
  heaps.HEAPU8.set(bytes, pointer);
  const document = fn.FPDF_LoadMemDocument(pointer, bytes.length, "");
  if (document !== 0) return document;
  const error = fn.FPDF_GetLastError();
  if (error === PASSWORD_ERROR)
    throw new DocumentError("This PDF is protected by a password. Save it without one and upload it again.");
  if (error === SECURITY_ERROR)
    throw new DocumentError(
      "This PDF is encrypted in a way that cannot be read. Print it as a new PDF and upload that.",
    );
  throw damaged();
}

const damaged = (): DocumentError =>
  new DocumentError(
    "This PDF is damaged and cannot be opened. Save it again from the program that made it and upload it again.",
  );
