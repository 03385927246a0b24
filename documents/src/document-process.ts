import type { Rotation } from "@precount/domain";
import { ForkedProcess, type ProcessErrorMessages } from "@precount/forked-process";

/** What of a document can be downloaded (PD-49). */
type OutputType = "md" | "json" | "csv" | "xlsx";

export interface DocumentOutput {
  /** Unique among the outputs, a plain name without folders: `text.md`, `structure.json`, `table-1.csv`, `tables.xlsx`. */
  fileName: string;
  fileType: OutputType;
  /** Where it was written. */
  path: string;
}

export interface ReadCall {
  /** The document; its bytes say what it is, never its name. */
  path: string;
  /** An empty folder for what comes out; the caller's to remove. */
  outDir: string;
}

export interface ReadAnswer {
  kind: "pdf" | "docx";
  pageCount: number;
  outputs: DocumentOutput[];
  /** What could not be read, each one sentence for a person; empty when all was. */
  problems: string[];
  elapsedMs: number;
}

export interface ExtractCall {
  /** A photo or picture, a PDF or a DOCX; its bytes say what. */
  path: string;
  format: "csv" | "json";
  /**
   * How the picture, or every scanned page, is turned before it is read; `none` leaves it to what the file itself says.
   * Pages of text are read as they stand: which way their letters run is known.
   */
  orientation: Rotation;
}

export interface ExtractAnswer {
  /**
   * CSV as our exports write it, several tables apart by an empty line; or JSON, `{"tables": [{"rows": [["…"]]}], "text": ["…"]}`.
   * Where there is no table, the lines of text are one of a single column.
   */
  contents: string;
  /** What could not be read, each one sentence for a person; empty when all was. */
  problems: string[];
  elapsedMs: number;
}

export interface DocumentProcessOptions {
  /** For one document, everything included. */
  timeoutMs?: number;
  /** Ended in the middle of a document when it takes more. */
  rssLimitBytes?: number;
  idleMs?: number;
  /** How far it steps back for other processes, 0–19 as nice(1) has it. */
  niceness?: number;
}

const MB = 1024 * 1024;

/** Looked at four times a second: what grows fast is a tenth beyond it by then, and no document may take a gigabyte. */
const RSS_LIMIT_BYTES = 900 * MB;

const ERROR_MESSAGES: ProcessErrorMessages = {
  crashed:
    "The reader crashed over this document: it is damaged or of an unusual kind. Save it anew as PDF and add it again.",
  memory: "This document needs more memory to read than is allowed for one. Split it and add the parts.",
  timeout: (seconds) => `This document took longer than ${seconds} s to read. Split it and add the parts.`,
};

/** Of the time there is, so much for pages that are pictures: those of text are still read, and all of it laid out and written. */
const SHARE_FOR_PICTURES = 0.55;

/** What goes to the child besides the call. */
export interface Budget {
  picturesMs: number;
}

/**
 * Reads documents in one forked child, one at a time: what strangers send may loop, explode or crash, and takes only
 * the child along. Errors are ProcessError, in words for a person.
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
      // Whoever comes next has the rest up to the limit.
      rssCeilingBytes: 400 * MB,
      rssLimitBytes: options.rssLimitBytes ?? RSS_LIMIT_BYTES,
      messages: ERROR_MESSAGES,
    });
  }

  /** The child's process id while there is one. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Takes a PDF or DOCX apart and writes the outputs of PD-49 into `outDir`. */
  async read(call: ReadCall, signal?: AbortSignal): Promise<ReadAnswer> {
    // The child's handler of that name returns just this.
    return (await this.#call("read", call, { signal })) as ReadAnswer;
  }

  /** The tables of a picture or document as text. Somebody waits for it, so it goes before documents of tasks. */
  async extract(call: ExtractCall, signal?: AbortSignal): Promise<ExtractAnswer> {
    return (await this.#call("extract", call, { signal, urgent: true })) as ExtractAnswer;
  }

  #call(
    method: string,
    call: ReadCall | ExtractCall,
    options: { signal?: AbortSignal | undefined; urgent?: boolean },
  ): Promise<unknown> {
    const budget: Budget = { picturesMs: SHARE_FOR_PICTURES * this.#timeoutMs };
    return this.#process.call(method, { ...call, ...budget }, { ...options, timeoutMs: this.#timeoutMs });
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
