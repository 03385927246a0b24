import type { SheetNames, TableFile } from "./table-file.ts";
import type { ItemFileOptions, ItemFilePreview } from "@precount/domain";
import { ForkedProcess, type ProcessErrorMessages } from "@precount/forked-process";
import type { ConvertedFile } from "./convert-file.ts";

const MB = 1024 * 1024;
/** 200,000 rows take 3 s; a busy server needs several times as long. */
const CONVERT_TIMEOUT_MS = 120_000;
const PREVIEW_TIMEOUT_MS = 30_000;
const PROGRESS_INTERVAL_MS = 250;

const ERROR_MESSAGES: ProcessErrorMessages = {
  crashed: "The reader crashed while it read this file. Save the list as .csv and choose it again.",
  memory: "This file needs more memory to read than is allowed. Save the list as .csv and choose it again.",
  timeout: (seconds) => `This file took longer than ${seconds} s to read. Split it and import the parts.`,
};

/** Reads item list files in a forked child, because a hostile file may loop or exhaust memory. Rejects with ProcessError. */
export class ItemFileProcess {
  readonly #process = new ForkedProcess({
    script: new URL("./child.ts", import.meta.url),
    // Rows are garbage as soon as they are written: a small young generation keeps the child small. Measured with the bench `items`.
    nodeOptions: ["--max-semi-space-size=2"],
    concurrency: 4,
    idleMs: 30_000,
    rssCeilingBytes: 200 * MB,
    rssLimitBytes: 600 * MB,
    messages: ERROR_MESSAGES,
  });

  /** Detects the format and reads the first rows. */
  async preview(path: string, options: ItemFileOptions, signal?: AbortSignal): Promise<ItemFilePreview> {
    const call = { timeoutMs: PREVIEW_TIMEOUT_MS, isUrgent: true, ...(signal && { signal }) };
    // child.ts answers `preview` with this type.
    return (await this.#process.call("preview", { path, options }, call)) as ItemFilePreview;
  }

  /**
   * Writes the accepted rows into the file `outPath` (see `convertItemFile`).
   * @param onShare the share of the file that is read, 0–1
   */
  async convert(
    { path, options, outPath }: { path: string; options: ItemFileOptions; outPath: string },
    onShare: (share: number) => void,
    signal?: AbortSignal,
  ): Promise<ConvertedFile> {
    const call = { timeoutMs: CONVERT_TIMEOUT_MS, ...(signal && { signal }) };
    const timer = setInterval(() => {
      const share = this.#process.call("share", { outPath }, { timeoutMs: CONVERT_TIMEOUT_MS, isUrgent: true });
      // The conversion itself reports a failure of the child.
      void share.then((value) => onShare(Number(value))).catch(() => undefined);
    }, PROGRESS_INTERVAL_MS);
    try {
      // child.ts answers `convert` with this type.
      return (await this.#process.call("convert", { path, options, outPath }, call)) as ConvertedFile;
    } finally {
      clearInterval(timer);
    }
  }

  /** Reads a whole table, such as an export that is verified. */
  async table(path: string, sheets: SheetNames, signal?: AbortSignal): Promise<TableFile> {
    const call = { timeoutMs: CONVERT_TIMEOUT_MS, isUrgent: true, ...(signal && { signal }) };
    // child.ts answers `table` with this type.
    return (await this.#process.call("table", { path, sheets }, call)) as TableFile;
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
