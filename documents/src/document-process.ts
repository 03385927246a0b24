import type { OrientationOverride, PageWord, TableEdit } from "@precount/domain";
import { ForkedProcess, type ProcessErrorMessages } from "@precount/forked-process";

/** The downloadable outputs of a document (PD-49). */
type OutputType = "md" | "json" | "csv" | "xlsx";

export interface DocumentOutput {
  /** Unique among the outputs, a plain name without folders: `text.md`, `structure.json`, `table-1.csv`, `tables.xlsx`. */
  fileName: string;
  fileType: OutputType;
  /** The path of the written file. */
  path: string;
}

export interface ReadCall {
  /** The document's path. Its kind is detected from its bytes, not its name. */
  path: string;
  /** An empty folder for the outputs, which the caller removes. */
  outDir: string;
}

/** The page that is being read, counted from 1, and the number of pages. */
export interface ReadingProgress {
  page: number;
  pageCount: number;
}

/** A page as it was read: its picture (WebP), upright and straightened like the places in the structure. */
export interface PageOutput {
  number: number;
  path: string;
  /** Size of the picture in pixels. */
  width: number;
  height: number;
  /** The file with its words (`PageWord[]` as JSON), in the unit of the places in the structure; null when it has too many. */
  wordsPath: string | null;
}

export interface ReadControl {
  /** Called when a page begins. */
  onProgress?: (progress: ReadingProgress) => void;
  /** Ends the reading after the current page. The outputs hold the pages that were read until then. */
  stopSignal?: AbortSignal;
}

export interface ReadAnswer {
  kind: "pdf" | "docx";
  pageCount: number;
  outputs: DocumentOutput[];
  /** The pages of a PDF that could be read. */
  pages: PageOutput[];
  /** What could not be read: one sentence each, for a person. */
  problems: string[];
  elapsedMs: number;
}

export interface RewriteCall {
  /** The path of the structure as it was read (`structure.json`). */
  structurePath: string;
  edits: readonly TableEdit[];
  /** The words of the pages that are edited. */
  words: readonly { page: number; words: readonly PageWord[] }[];
  /** An empty folder for the outputs, which the caller removes. */
  outDir: string;
}

export interface ExtractCall {
  /** The path of an image, a PDF or a DOCX. Its kind is detected from its bytes. */
  path: string;
  format: "csv" | "json";
  /**
   * The rotation of the image, or of every scanned page, before it is read; `none` uses the file's own orientation. Pages with a
   * text layer are not rotated, because their text direction is known.
   */
  orientation: OrientationOverride;
}

export interface ExtractAnswer {
  /**
   * CSV like the server's exports, with an empty line between tables; or JSON, `{"tables": [{"rows": [["…"]]}], "text": ["…"]}`.
   * In a CSV without a table, the lines of text form a single column.
   */
  contents: string;
  /** What could not be read: one sentence each, for a person. */
  problems: string[];
  elapsedMs: number;
}

export interface DocumentProcessOptions {
  /** The time limit for one page when a document is read, and for all of `extract`. */
  timeoutMs?: number;
  /** A child that takes more memory than this during a document is killed. */
  rssLimitBytes?: number;
  idleMs?: number;
  /** The child's scheduling priority, 0–19 as in nice(1). */
  niceness?: number;
}

const MB = 1024 * 1024;

/** Checked four times a second, so fast growth exceeds it by a tenth. No document may take a gigabyte. */
const RSS_LIMIT_BYTES = 900 * MB;

const ERROR_MESSAGES: ProcessErrorMessages = {
  crashed:
    "The reader crashed on this document: it is damaged or of an unusual kind. Print it as a new PDF and upload that.",
  memory: "This document needs more memory to read than is allowed for one. Split it and upload the parts.",
  timeout: (seconds) =>
    `A page of this document took longer than ${seconds} s to read. Remove that page, or split the document, and upload it again.`,
};

/** The share of the time limit of `extract` for scanned pages. The rest is for text pages, layout and writing the outputs. */
const SCANS_TIME_SHARE = 0.55;

/** Parameters for the child besides those of the call. */
export interface Budget {
  scansMs: number;
}

/**
 * Reads documents in one forked child, one at a time, because a hostile document may loop, exhaust memory or crash the process.
 * Methods reject with ProcessError, whose message is for a person.
 */
export class DocumentProcess {
  readonly #process: ForkedProcess;
  readonly #timeoutMs: number;

  constructor(options: DocumentProcessOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#process = new ForkedProcess({
      script: new URL("./child.ts", import.meta.url),
      niceness: options.niceness ?? 0,
      concurrency: 1,
      idleMs: options.idleMs ?? 60_000,
      // Leaves the next document the rest up to the limit.
      rssCeilingBytes: 400 * MB,
      rssLimitBytes: options.rssLimitBytes ?? RSS_LIMIT_BYTES,
      messages: ERROR_MESSAGES,
    });
  }

  /** The child's process id while it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Reads a PDF or DOCX and writes its outputs (PD-49) into `outDir`. The time limit grows with the pages: it restarts with each
   * page.
   */
  async read(call: ReadCall, signal?: AbortSignal, control: ReadControl = {}): Promise<ReadAnswer> {
    const { onProgress, stopSignal } = control;
    const options = {
      signal,
      stopSignal,
      // child.ts reports progress of this type.
      onProgress: onProgress && ((progress: unknown) => onProgress(progress as ReadingProgress)),
      timeoutMs: this.#timeoutMs,
    };
    // child.ts answers `read` with this type.
    return (await this.#process.call("read", call, options)) as ReadAnswer;
  }

  /** Reads the tables of an image or document as text. Urgent, because a person waits for it, unlike for a task's documents. */
  async extract(call: ExtractCall, signal?: AbortSignal): Promise<ExtractAnswer> {
    const budget: Budget = { scansMs: SCANS_TIME_SHARE * this.#timeoutMs };
    const options = { signal, isUrgent: true, timeoutMs: this.#timeoutMs };
    // child.ts answers `extract` with this type.
    return (await this.#process.call("extract", { ...call, ...budget }, options)) as ExtractAnswer;
  }

  /** Writes the outputs of a document again, with the tables that people have corrected (PD-111). A person waits for it. */
  async rewrite(call: RewriteCall, signal?: AbortSignal): Promise<DocumentOutput[]> {
    const options = { signal, isUrgent: true, timeoutMs: this.#timeoutMs };
    // child.ts answers `rewrite` with this type.
    return (await this.#process.call("rewrite", call, options)) as DocumentOutput[];
  }

  /** Kills the child. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
