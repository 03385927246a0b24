import { DOCUMENT_HEAD_BYTES } from "@precount/domain";
import { DocumentError, type Failure } from "../document-error.ts";
import { commentBoxes } from "./comment-boxes.ts";
import { pageFrame } from "./page-frame.ts";
import type { Matrix } from "./matrix.ts";
import { type Pdfium, startPdfium } from "./pdfium.ts";
import type { VisibleBox } from "./visible-box.ts";

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
  /** The boxes of its comments and stamps, in its own space. */
  comments: readonly VisibleBox[];
}

/** FLAT_NORMALDISPLAY and FLATTEN_SUCCESS. */
const AS_SHOWN = 0;
const FLATTENED = 1;
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

const TOO_LARGE: Failure = { happened: "This PDF is too large to be read.", toDo: "Split it and upload the parts." };
const ENCRYPTED: Failure = {
  happened: "This PDF is encrypted: it is protected by a password.",
  toDo: "Open it with the password, save it without one and upload it again.",
};
const UNKNOWN_ENCRYPTION: Failure = {
  happened: "This PDF is encrypted in a way that cannot be read.",
  toDo: "Open it, print it as a new PDF and upload that.",
};
const DAMAGED: Failure = {
  happened: "This PDF is damaged and cannot be opened.",
  toDo: "Save it again from the program that made it and upload it again.",
};

/** A PDF in PDFium's memory. When a page crashes PDFium, only that page is lost. */
export class OpenPdf {
  readonly pageCount: number;
  /** Whether the end of the file was missing, so that other parts may be missing too. */
  readonly isIncomplete: boolean;
  readonly #bytes: Uint8Array;
  #pdfium: Pdfium;
  #document: number;
  #broken = false;

  private constructor(bytes: Uint8Array, pdfium: Pdfium, isIncomplete = false) {
    this.isIncomplete = isIncomplete;
    this.#bytes = bytes;
    this.#pdfium = pdfium;
    this.#document = load(pdfium, bytes);
    this.pageCount = pdfium.fn.FPDF_GetPageCount(this.#document);
  }

  /** Opens a PDF. Throws DocumentError when it is damaged or needs a password. */
  static async open(bytes: Uint8Array): Promise<OpenPdf> {
    const pdfium = await startPdfium();
    const pdf = withoutPrefix(bytes);
    try {
      return new OpenPdf(pdf, pdfium);
    } catch (error) {
      const repaired = error instanceof DocumentError && error.message !== damaged().message ? null : withTrailer(pdf);
      if (repaired !== null) return OpenPdf.#openRepaired(repaired);
      throw error instanceof DocumentError ? error : damaged();
    }
  }

  /** In a fresh instance, because the damaged file may have crashed the other. */
  static async #openRepaired(bytes: Uint8Array): Promise<OpenPdf> {
    const pdfium = await startPdfium();
    try {
      return new OpenPdf(bytes, pdfium, true);
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
    const { handle, comments } = this.#load(number);
    const answer = await work({ pdfium, handle, number, comments, ...pageFrame(pdfium, handle) });
    pdfium.fn.FPDF_ClosePage(handle);
    return answer;
  }

  /** Loads a page with its form fields and annotations flattened into it. */
  #load(number: number): Pick<PdfPage, "handle" | "comments"> {
    const { fn } = this.#pdfium;
    const handle = fn.FPDF_LoadPage(this.#document, number - 1);
    if (handle === 0) throw new Error(`page ${number} cannot be opened`);
    const comments = commentBoxes(this.#pdfium, handle);
    if (fn.FPDFPage_GetAnnotCount(handle) === 0 || fn.FPDFPage_Flatten(handle, AS_SHOWN) !== FLATTENED)
      return { handle, comments: [] };
    fn.FPDF_ClosePage(handle);
    const flat = fn.FPDF_LoadPage(this.#document, number - 1);
    if (flat === 0) throw new Error(`page ${number} cannot be opened again`);
    return { handle: flat, comments };
  }

  async #restart(): Promise<void> {
    this.#pdfium = await startPdfium();
    this.#document = load(this.#pdfium, this.#bytes);
    this.#broken = false;
  }
}

/** PDFium finds a header only in the first 1,024 bytes. */
function withoutPrefix(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, DOCUMENT_HEAD_BYTES)).toString("latin1");
  return bytes.subarray(Math.max(0, head.indexOf("%PDF-")));
}

const CATALOG =
  /(?<number>\d{1,9}) (?<generation>\d{1,5}) obj\s{0,9}<<(?:(?!endobj)[\s\S]){0,2000}?\/Type\s{0,9}\/Catalog\b/g;

/**
 * A PDF that lost its end, such as an interrupted download, with a trailer that names its last catalog. PDFium finds the
 * other objects by itself. Null without a catalog.
 */
function withTrailer(bytes: Uint8Array): Uint8Array | null {
  const last = [...Buffer.from(bytes).toString("latin1").matchAll(CATALOG)].at(-1)?.groups;
  if (!last) return null;
  const root = `${last["number"]} ${last["generation"]} R`;
  return Buffer.concat([bytes, Buffer.from(`\nendobj\ntrailer\n<< /Root ${root} >>\nstartxref\n0\n%%EOF\n`)]);
}

function load({ fn, heaps }: Pdfium, bytes: Uint8Array): number {
  const pointer = fn.pdfium.wasmExports.malloc(bytes.length);
  if (pointer === 0) throw new DocumentError(TOO_LARGE);
  heaps.HEAPU8.set(bytes, pointer);
  const document = fn.FPDF_LoadMemDocument(pointer, bytes.length, "");
  if (document !== 0) return document;
  const error = fn.FPDF_GetLastError();
  if (error === PASSWORD_ERROR) throw new DocumentError(ENCRYPTED);
  if (error === SECURITY_ERROR) throw new DocumentError(UNKNOWN_ENCRYPTION);
  throw damaged();
}

const damaged = (): DocumentError => new DocumentError(DAMAGED);
