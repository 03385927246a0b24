import type { Rect, Rotation, Size } from "@precount/domain";
import { ForkedProcess } from "@precount/forked-process";
import { PHOTO_ERROR_MESSAGES } from "@precount/photos";
import type { ModelServer } from "./kserve/model-server.ts";
import { DEFAULT_DETECT_OPTIONS, type Detection, type DetectOptions } from "./model.ts";

export interface DetectRequest {
  /** Where the photo lies on disk. */
  path: string;
  rotation?: Rotation;
  modelName: string;
  options?: Partial<DetectOptions>;
  /** Ends the work at once; the next request starts a fresh child. */
  signal?: AbortSignal;
  /** Somebody waits for it: it goes before those for whom nobody does. */
  urgent?: boolean;
}

export interface ReadStickerRequest extends DetectRequest {
  /** Where the sticker is, in pixels of the upright photo. */
  rect: Rect;
}

export interface DetectCall {
  path: string;
  rotation: Rotation;
  modelName: string;
  modelsDir: string | undefined;
  modelServer: ModelServer | null;
  options: DetectOptions;
}

export type ReadStickerCall = DetectCall & { rect: Rect };

export interface DetectAnswer {
  detections: Detection[];
  /** The upright photo's size, pixels. */
  image: Size;
  /** Decoding and detecting; without waiting and without loading the model. */
  elapsedMs: number;
  /** What `elapsedMs` is made of. A model that finds and reads in one has it all in `detect`. */
  stagesMs: { decode: number; detect: number; read: number };
}

export interface VisionProcessOptions {
  /** Threads of the networks. */
  threads?: number;
  /** So many children, each with so many threads; a photo goes to the one with the least in hand. */
  processes?: number;
  /** How far they step back for other processes, 0–19 as nice(1) has it. */
  niceness?: number;
  modelsDir?: string;
  /** Where our own models' networks run; null: in the child. */
  modelServer?: ModelServer | null;
  idleMs?: number;
  /** For one photo, the model's loading included. */
  timeoutMs?: number;
  /** Replaced by a fresh one when it holds more after a photo. */
  rssCeilingBytes?: number;
  /** Ended in the middle of a photo when it takes more. */
  rssLimitBytes?: number;
}

const MB = 1024 * 1024;

/**
 * Finds and reads stickers and shelves in forked children: running a network blocks its thread, and a child
 * may be ended at any time. One photo at a time in each; the others wait. Errors are ProcessError, in words for a person.
 */
export class VisionProcess {
  readonly #children: { process: ForkedProcess; inHand: number }[];
  readonly #timeoutMs: number;
  readonly #modelsDir: string | undefined;
  readonly #modelServer: ModelServer | null;

  constructor(options: VisionProcessOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? 120_000;
    this.#modelsDir = options.modelsDir;
    this.#modelServer = options.modelServer ?? null;
    const authorities = process.env["NODE_EXTRA_CA_CERTS"];
    const start = (): ForkedProcess =>
      new ForkedProcess({
        script: new URL("./child.ts", import.meta.url),
        env: {
          VISION_THREADS: String(options.threads ?? 2),
          // Whom to believe on https, where the house has authorities of its own.
          ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
        },
        concurrency: 1,
        niceness: options.niceness ?? 0,
        idleMs: options.idleMs ?? 60_000,
        rssCeilingBytes: options.rssCeilingBytes ?? 1400 * MB,
        rssLimitBytes: options.rssLimitBytes ?? 2500 * MB,
        messages: PHOTO_ERROR_MESSAGES,
      });
    this.#children = Array.from({ length: options.processes ?? 1 }, () => ({ process: start(), inHand: 0 }));
  }

  /** The child's process id while it runs; of several the first one's. */
  get pid(): number | undefined {
    return this.#children[0]?.process.pid;
  }

  async detect(request: DetectRequest): Promise<DetectAnswer> {
    // The child's handler of that name returns just this.
    return (await this.#call("detect", this.#toCall(request), request)) as DetectAnswer;
  }

  /** Reads one sticker whose place is known. Fails, in words, for a model that reads none by itself. */
  async readSticker(request: ReadStickerRequest): Promise<Detection> {
    const call: ReadStickerCall = { ...this.#toCall(request), rect: request.rect };
    return (await this.#call("readSticker", call, request)) as Detection;
  }

  #toCall({ path, rotation = "none", modelName, options }: DetectRequest): DetectCall {
    return {
      path,
      rotation,
      modelName,
      modelsDir: this.#modelsDir,
      modelServer: this.#modelServer,
      options: { ...DEFAULT_DETECT_OPTIONS, ...options },
    };
  }

  async #call(name: string, call: DetectCall, { signal, urgent = false }: DetectRequest): Promise<unknown> {
    const [child] = this.#children.toSorted((a, b) => a.inHand - b.inHand);
    if (!child) throw new Error("There are to be no processes.");
    child.inHand += 1;
    try {
      return await child.process.call(name, call, { timeoutMs: this.#timeoutMs, signal, urgent });
    } finally {
      child.inHand -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(({ process }) => process.close()));
  }
}
