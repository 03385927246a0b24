import { MAX_PHOTO_BYTES, formatSize, readableFileName } from "@precount/domain";
import { newKey } from "../../../shared/browser/new-key.ts";
import { DurableQueue } from "../../../shared/durable-queue/durable-queue.ts";
import { memoryStore } from "../../../shared/durable-queue/memory-store.ts";
import { type QueuePage, browserPage } from "../../../shared/durable-queue/queue-page.ts";
import type { Delivery } from "../../../shared/durable-queue/queue-types.ts";
import type { sendUpload } from "./send-upload.ts";
import { type Upload, type UploadEvent, isOpen, reduceUpload } from "./upload.ts";

/** Files sent at once. More only compete for the same connection and the same disk of the server. */
export const MAX_SENDING = 3;

const NO_UPLOADS: readonly Upload[] = [];
const keyOf = ({ id }: Upload): string => id;

/**
 * Sends chosen files, a few at a time, on every screen, as long as the page is open: a file that was chosen once cannot
 * be read again by another page, so the queue lives in memory.
 */
export class Uploads {
  readonly #send: typeof sendUpload;
  readonly #stored = new Map<string, Upload>();
  readonly #queue: DurableQueue<Upload, UploadEvent>;
  /** By upload id. */
  readonly #files = new Map<string, { file: File; area: number | null }>();
  readonly #aborts = new Map<string, () => void>();
  #all: ReadonlyMap<string, readonly Upload[]> | null = null;

  constructor(send: typeof sendUpload, page: QueuePage = browserPage) {
    this.#send = send;
    const reduce = reduceUpload;
    const options = {
      name: "uploads",
      store: Promise.resolve(memoryStore({ keyOf, reduce, createsOnChange: false }, this.#stored)),
      keyOf,
      reduce,
      nextTask: ({ id, status }: Upload) => (status === "waiting" ? { id, readyAtMs: 0 } : null),
      deliver: (upload: Upload) => this.#deliver(upload),
      concurrency: MAX_SENDING,
      isShared: false,
    };
    this.#queue = new DurableQueue<Upload, UploadEvent>(options, page);
    this.#queue.subscribe(() => (this.#all = null));
    this.#queue.open();
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#queue.subscribe(listener);

  /** By event, in the order the files were chosen; the same object until something changes. */
  readonly all = (): ReadonlyMap<string, readonly Upload[]> => {
    this.#all ??= Map.groupBy(this.#queue.items(), ({ slug }) => slug);
    return this.#all;
  };

  readonly of = (slug: string): readonly Upload[] => this.all().get(slug) ?? NO_UPLOADS;

  /** @param area that the photos show; null where their file names or the photos themselves say it, or it is unknown */
  add(slug: string, area: number | null, files: readonly File[]): void {
    for (const file of files) {
      const { size: sizeBytes } = file;
      // A bidirectional character would reverse the text after the name.
      const name = readableFileName(file.name);
      const error = tooLarge(sizeBytes);
      const status = error === null ? "waiting" : "failed";
      const upload = { id: newKey(), slug, name, sizeBytes, status, sentBytes: 0, error, duplicate: null } as const;
      this.#files.set(upload.id, { file, area });
      this.#stored.set(upload.id, upload);
      void this.#queue.change(upload, []);
    }
  }

  readonly cancel = (uploads: readonly Upload[]): void => {
    this.#change(uploads, { type: "cancel" });
    // The upload is cancelled first: the answer of the aborted request then changes nothing.
    for (const { id } of uploads) this.#aborts.get(id)?.();
  };

  readonly retry = (uploads: readonly Upload[]): void => this.#change(uploads, { type: "retry" });

  readonly remove = (uploads: readonly Upload[]): void => {
    for (const { id } of uploads) {
      this.#stored.delete(id);
      this.#files.delete(id);
      void this.#queue.reload(id);
    }
  };

  /** Stops and forgets all uploads. */
  readonly stopAll = (): void => {
    const uploads = this.#queue.items();
    this.cancel(uploads);
    this.remove(uploads);
  };

  #change(uploads: readonly Upload[], event: UploadEvent): void {
    for (const upload of uploads) void this.#queue.change(upload, [event]);
  }

  async #deliver(upload: Upload): Promise<Delivery<UploadEvent, never>> {
    const { id, slug } = upload;
    const chosen = this.#files.get(id);
    if (!chosen) return { is: "settled", events: [] };
    this.#change([upload], { type: "start" });
    const onProgress = (sentBytes: number): void => this.#change([upload], { type: "progress", sentBytes });
    const { outcome, abort } = this.#send({ slug, area: chosen.area }, chosen.file, onProgress);
    this.#aborts.set(id, abort);
    const sent = await outcome;
    this.#aborts.delete(id);
    if (!sent.ok) return { is: "settled", events: [{ type: "fail", error: sent.error }] };
    this.#files.delete(id);
    return { is: "settled", events: [{ type: "succeed", duplicate: sent.duplicate }] };
  }
}

/** Whether leaving the page would lose uploads. */
export const isAnyOpen = (all: ReadonlyMap<string, readonly Upload[]>): boolean =>
  [...all.values()].some((uploads) => uploads.some(isOpen));

/** The server checks everything else about the file; what it can never take is not sent at all. */
const tooLarge = (sizeBytes: number): string | null =>
  sizeBytes > MAX_PHOTO_BYTES
    ? `The file is larger than ${formatSize(MAX_PHOTO_BYTES)} (${formatSize(sizeBytes)}).`
    : null;
