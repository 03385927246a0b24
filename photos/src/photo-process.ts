import type { FoundCode } from "./codes.ts";
import type { ProbeResult } from "./photo.ts";
import { ForkedProcess, ProcessError, type ProcessErrorMessages } from "@precount/forked-process";
import type { RenderOptions, Rendered } from "./render.ts";

export interface PhotoProcessOptions {
  /** Photos worked on at the same time. */
  concurrency?: number;
  /** How far it steps back for other processes, 0–19 as nice(1) has it. */
  niceness?: number;
  idleMs?: number;
  probeTimeoutMs?: number;
  renderTimeoutMs?: number;
  codesTimeoutMs?: number;
  /** Replaced by a fresh one when it holds more after a photo. A 12-megapixel HEIC takes 400 MB. */
  rssCeilingBytes?: number;
  /** Ended in the middle of a photo when it takes more. A 100-megapixel one takes 1.5 GB at most. */
  rssLimitBytes?: number;
}

const MB = 1024 * 1024;

/** What a person reads when work on a photo ended the child. */
export const PHOTO_ERROR_MESSAGES: ProcessErrorMessages = {
  crashed: "The picture library crashed over this photo. The photo is damaged or of an unusual kind.",
  memory: "The photo needs more memory than is allowed for one photo.",
  timeout: (seconds) => `It took longer than ${seconds} s and was stopped.`,
};

/**
 * All picture work of a server, done in one forked child, so that a hostile or huge photo costs that photo
 * and nothing else. Takes paths, never bytes. Starts with the first call, ends itself when idle.
 */
export class PhotoProcess {
  readonly #process: ForkedProcess;
  readonly #probeTimeoutMs: number;
  readonly #renderTimeoutMs: number;
  readonly #codesTimeoutMs: number;

  constructor(options: PhotoProcessOptions = {}) {
    this.#probeTimeoutMs = options.probeTimeoutMs ?? 20_000;
    this.#renderTimeoutMs = options.renderTimeoutMs ?? 60_000;
    // 0.4 s for a phone's photo on a slow core.
    this.#codesTimeoutMs = options.codesTimeoutMs ?? 20_000;
    this.#process = new ForkedProcess({
      script: new URL("./child.ts", import.meta.url),
      concurrency: options.concurrency ?? 2,
      niceness: options.niceness ?? 0,
      idleMs: options.idleMs ?? 60_000,
      rssCeilingBytes: options.rssCeilingBytes ?? 500 * MB,
      rssLimitBytes: options.rssLimitBytes ?? 2000 * MB,
      messages: PHOTO_ERROR_MESSAGES,
    });
  }

  /** The child's process id while it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** What the file is. A file that cannot be a photo is an answer, `{ok: false, reason}`, not an error. */
  async probe(path: string): Promise<ProbeResult> {
    try {
      const options = { timeoutMs: this.#probeTimeoutMs, urgent: true };
      // The child's `probe` handler returns just this.
      return (await this.#process.call("probe", { path }, options)) as ProbeResult;
    } catch (error) {
      const overThisPhoto = error instanceof ProcessError && ["crashed", "timeout", "memory"].includes(error.kind);
      if (overThisPhoto) return { ok: false, reason: `The photo cannot be read. ${error.message}` };
      throw error;
    }
  }

  /** Writes an upright WebP (see `renderPhoto`). Throws ProcessError with a sentence for a person. */
  async render(path: string, options: RenderOptions): Promise<Rendered> {
    // The child's `render` handler returns just this.
    return (await this.#process.call("render", { path, options }, { timeoutMs: this.#renderTimeoutMs })) as Rendered;
  }

  /** The codes in it (see `readCodes`): strangers' words. Throws ProcessError with a sentence for a person. */
  async readCodes(path: string): Promise<FoundCode[]> {
    // The child's `readCodes` handler returns just this.
    return (await this.#process.call("readCodes", { path }, { timeoutMs: this.#codesTimeoutMs })) as FoundCode[];
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
