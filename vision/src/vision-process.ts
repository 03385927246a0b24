import type { Rect, Rotation, Size } from "@precount/domain";
import { ForkedProcess } from "@precount/forked-process";
import { PHOTO_ERROR_MESSAGES } from "@precount/photos";
import { NO_STAGES, type PhotoStages, type StageReport, type StickerCrop } from "./photo-stages.ts";
import type { ModelDirs } from "./manifest.ts";
import type { ModelServer } from "./kserve/model-server.ts";
import { DEFAULT_DETECT_OPTIONS, type Detection, type DetectOptions } from "./model.ts";

export interface DetectRequest {
  /** The photo's path on disk. */
  path: string;
  rotation?: Rotation;
  modelName: string;
  options?: Partial<DetectOptions>;
  /** Aborting kills the child; the next request starts another one. */
  signal?: AbortSignal;
  /** Starts before requests that are not urgent. Set it when a person waits for the answer. */
  isUrgent?: boolean;
  /** Stages besides the model that the child runs while the photo is decoded. */
  stages?: PhotoStages;
  /** Receives the outcome of each of these stages when it ends. */
  onStage?: (report: StageReport) => void;
}

export interface ReadStickerRequest extends DetectRequest {
  /** The sticker's box in pixels of the upright photo. */
  rect: Rect;
}

export interface DetectCall {
  path: string;
  rotation: Rotation;
  modelName: string;
  dirs: ModelDirs;
  modelServer: ModelServer | null;
  options: DetectOptions;
  stages: PhotoStages;
}

export type ReadStickerCall = DetectCall & { rect: Rect };

export interface DetectAnswer {
  detections: Detection[];
  /** Crops of the detections, in their order; empty unless asked for. */
  crops: StickerCrop[];
  /** The upright photo's size, pixels. */
  image: Size;
  /** Time for decoding and detecting, without waiting, loading the model and the other stages. */
  elapsedMs: number;
  /** The parts of `elapsedMs`, and the other stages. A model that detects and reads in one step reports both as `detect`. */
  stagesMs: { decode: number; previews?: number; codes?: number; detect: number; read: number };
}

export interface VisionProcessOptions extends ModelDirs {
  /** Threads that a network uses. */
  threads?: number;
  /** Number of children, each with `threads` threads. A photo goes to the least busy one. */
  processes?: number;
  /** The children's scheduling priority, 0–19 as in nice(1). */
  niceness?: number;
  /** The server that runs the networks of precount models; null: they run in the child. */
  modelServer?: ModelServer | null;
  idleMs?: number;
  /** The time limit for one photo, including loading the model. */
  timeoutMs?: number;
  /** A child that holds more memory than this after a photo is replaced. */
  rssCeilingBytes?: number;
  /** A child that takes more memory than this during a photo is killed. */
  rssLimitBytes?: number;
}

const MB = 1024 * 1024;

/**
 * Detects and reads stickers and shelves in forked children, because a network blocks its thread and a child can be killed
 * at any time. Each child works on one photo at a time. Methods reject with ProcessError, whose message is for a person.
 */
export class VisionProcess {
  readonly #children: { process: ForkedProcess; activeCalls: number }[];
  readonly #timeoutMs: number;
  readonly #dirs: ModelDirs;
  readonly #modelServer: ModelServer | null;

  constructor(options: VisionProcessOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? 120_000;
    this.#dirs = { modelsDir: options.modelsDir, learnedDir: options.learnedDir };
    this.#modelServer = options.modelServer ?? null;
    const authorities = process.env["NODE_EXTRA_CA_CERTS"];
    const start = (): ForkedProcess =>
      new ForkedProcess({
        script: new URL("./child.ts", import.meta.url),
        env: {
          VISION_THREADS: String(options.threads ?? 2),
          // Certificate authorities of an installation whose model server has a private certificate.
          ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
        },
        concurrency: 1,
        niceness: options.niceness ?? 0,
        idleMs: options.idleMs ?? 60_000,
        rssCeilingBytes: options.rssCeilingBytes ?? 1400 * MB,
        rssLimitBytes: options.rssLimitBytes ?? 2500 * MB,
        messages: PHOTO_ERROR_MESSAGES,
      });
    this.#children = Array.from({ length: options.processes ?? 1 }, () => ({ process: start(), activeCalls: 0 }));
  }

  /** The first child's process id while it runs. */
  get pid(): number | undefined {
    return this.#children[0]?.process.pid;
  }

  /** Detects and reads everything in a photo. */
  async detect(request: DetectRequest): Promise<DetectAnswer> {
    // child.ts answers `detect` with this type.
    return (await this.#call("detect", this.#toCall(request), request)) as DetectAnswer;
  }

  /** Reads one sticker whose box is known. Rejects for a model that cannot. */
  async readSticker(request: ReadStickerRequest): Promise<Detection> {
    const call: ReadStickerCall = { ...this.#toCall(request), rect: request.rect };
    // child.ts answers `readSticker` with this type.
    return (await this.#call("readSticker", call, request)) as Detection;
  }

  #toCall({ path, rotation = "none", modelName, options, stages }: DetectRequest): DetectCall {
    return {
      path,
      rotation,
      modelName,
      dirs: this.#dirs,
      modelServer: this.#modelServer,
      options: { ...DEFAULT_DETECT_OPTIONS, ...options },
      stages: stages ?? NO_STAGES,
    };
  }

  async #call(name: string, call: DetectCall, { signal, isUrgent = false, onStage }: DetectRequest): Promise<unknown> {
    const [child] = this.#children.toSorted((a, b) => a.activeCalls - b.activeCalls);
    if (!child) throw new Error("VisionProcess needs at least one process.");
    child.activeCalls += 1;
    try {
      // child.ts reports only stages.
      const onProgress = (report: unknown): void => onStage?.(report as StageReport);
      return await child.process.call(name, call, { timeoutMs: this.#timeoutMs, signal, isUrgent, onProgress });
    } finally {
      child.activeCalls -= 1;
    }
  }

  /** Kills the children. */
  async close(): Promise<void> {
    await Promise.all(this.#children.map(({ process }) => process.close()));
  }
}
