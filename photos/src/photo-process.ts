import type { OrientationOverride } from "@precount/domain";
import type { CropOptions } from "./crops.ts";
import type { ExampleCrop, ExampleCropOptions } from "./example-crops.ts";
import type { FoundCode } from "./read-codes.ts";
import type { SearchedPixels } from "./search-pixels.ts";
import type { ProbeResult } from "./photo.ts";
import { ForkedProcess, ProcessError, type ProcessErrorMessages } from "@precount/forked-process";
import type { RenderOptions, Rendered } from "./render.ts";

export interface PhotoProcessOptions {
  /** The number of photos processed at a time. */
  concurrency?: number;
  /** The child's scheduling priority, 0–19 as in nice(1). */
  niceness?: number;
  idleMs?: number;
  probeTimeoutMs?: number;
  renderTimeoutMs?: number;
  codesTimeoutMs?: number;
  /** A child that holds more memory than this after a photo is replaced. A 12-megapixel HEIC takes 400 MB. */
  rssCeilingBytes?: number;
  /** A child that takes more memory than this during a photo is killed. A 100-megapixel photo takes up to 1.5 GB. */
  rssLimitBytes?: number;
}

const MB = 1024 * 1024;

/** The messages for a person when work on a photo ended the child. */
export const PHOTO_ERROR_MESSAGES: ProcessErrorMessages = {
  crashed: "The image library crashed while reading this photo. The photo is damaged or of an unusual kind.",
  memory: "The photo needs more memory than is allowed for one photo.",
  timeout: (seconds) => `It took longer than ${seconds} s and was stopped.`,
};

/**
 * Decodes, converts and searches photos in one forked child, so that a hostile or huge photo cannot harm the server. Methods
 * take paths, never bytes. The first call starts the child; it ends when idle.
 */
export class PhotoProcess {
  readonly #process: ForkedProcess;
  readonly #probeTimeoutMs: number;
  readonly #renderTimeoutMs: number;
  readonly #codesTimeoutMs: number;

  constructor(options: PhotoProcessOptions = {}) {
    this.#probeTimeoutMs = options.probeTimeoutMs ?? 20_000;
    this.#renderTimeoutMs = options.renderTimeoutMs ?? 60_000;
    // A phone's photo takes 0.4 s on a slow core.
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

  /** Reads a file's facts. A file that is not a readable photo resolves with `{ok: false, reason}`. */
  async probe(path: string): Promise<ProbeResult> {
    try {
      const options = { timeoutMs: this.#probeTimeoutMs, isUrgent: true };
      // child.ts answers `probe` with this type.
      return (await this.#process.call("probe", { path }, options)) as ProbeResult;
    } catch (error) {
      const isPhotoAtFault = error instanceof ProcessError && ["crashed", "timeout", "memory"].includes(error.kind);
      if (isPhotoAtFault) return { ok: false, reason: `The photo cannot be read. ${error.message}` };
      throw error;
    }
  }

  /** Writes an upright JPEG (see `renderPhoto`). Rejects with ProcessError, a sentence for a person. */
  async render(path: string, options: RenderOptions): Promise<Rendered> {
    // child.ts answers `render` with this type.
    return (await this.#process.call("render", { path, options }, { timeoutMs: this.#renderTimeoutMs })) as Rendered;
  }

  /** Finds codes and keypoints (see `searchPhoto`). Rejects with ProcessError, a sentence for a person. */
  async searchPhoto(path: string, rotation: OrientationOverride): Promise<SearchedPixels> {
    const options = { timeoutMs: this.#codesTimeoutMs };
    // child.ts answers `searchPhoto` with this type.
    return (await this.#process.call("searchPhoto", { path, rotation }, options)) as SearchedPixels;
  }

  /** Cuts boxes from a photo as WebP files (see `cutCrops`). Rejects with ProcessError, a sentence for a person. */
  async cutCrops(path: string, options: CropOptions): Promise<Uint8Array[]> {
    // child.ts answers `cutCrops` with this type.
    return (await this.#process.call(
      "cutCrops",
      { path, options },
      { timeoutMs: this.#renderTimeoutMs },
    )) as Uint8Array[];
  }

  /** Cuts boxes with their surroundings to learn from (see `cutExamples`). Rejects with ProcessError, a sentence for a person. */
  async cutExamples(path: string, options: ExampleCropOptions): Promise<(ExampleCrop | null)[]> {
    // child.ts answers `cutExamples` with this type.
    return (await this.#process.call(
      "cutExamples",
      { path, options },
      { timeoutMs: this.#renderTimeoutMs },
    )) as (ExampleCrop | null)[];
  }

  /** Reads the codes in a photo. Rejects with ProcessError, a sentence for a person. */
  async readCodes(path: string): Promise<FoundCode[]> {
    return (await this.searchPhoto(path, "none")).codes;
  }

  /** Kills the child. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
