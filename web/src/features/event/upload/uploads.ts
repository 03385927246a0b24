import { MAX_PHOTO_BYTES, formatSize } from "@precount/domain";
import type { SendOutcome, sendPhoto } from "./send-photo.ts";
import {
  EMPTY_QUEUE,
  MAX_SENDING,
  type UploadEvent,
  type UploadQueue,
  isOpen,
  reduceUploads,
  toStart,
} from "./upload-queue.ts";

/** One event's, and by upload id what does not belong in a pure state: the files, and how to stop those on their way. */
type OfEvent = {
  queue: UploadQueue;
  files: Map<number, { file: File; area: number | null }>;
  aborts: Map<number, () => void>;
};

/** Sends what is dropped, a few at a time, whatever screen is shown: as long as the page is open. */
export class Uploads {
  readonly #send: typeof sendPhoto;
  readonly #events = new Map<string, OfEvent>();
  readonly #listeners = new Set<() => void>();
  #all: ReadonlyMap<string, UploadQueue> = new Map();

  constructor(send: typeof sendPhoto) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** By the events' slugs, in the order they were begun; the same until something changes. */
  readonly all = (): ReadonlyMap<string, UploadQueue> => this.#all;

  readonly of = (slug: string): UploadQueue => this.#all.get(slug) ?? EMPTY_QUEUE;

  /** @param area of which they are; null where their names or a code in them say so, or nobody */
  add(slug: string, area: number | null, files: readonly File[]): void {
    const event = this.#events.get(slug) ?? { queue: EMPTY_QUEUE, files: new Map(), aborts: new Map() };
    this.#events.set(slug, event);
    for (const [at, file] of files.entries()) event.files.set(event.queue.nextId + at, { file, area });
    this.dispatch(slug, {
      type: "add",
      files: files.map(({ name, size }) => ({ name, sizeBytes: size, error: tooLarge(size) })),
    });
  }

  readonly dispatch = (slug: string, event: UploadEvent): void => {
    const one = this.#events.get(slug);
    if (!one) return;
    one.queue = reduceUploads(one.queue, event);
    // Cancelled while on its way: the state says so first, and the request follows.
    for (const { id, status } of one.queue.uploads) if (status === "cancelled") one.aborts.get(id)?.();
    this.#startNext();
    this.#tell();
  };

  /** Stops all, and knows nothing of it any more. */
  readonly forget = (): void => {
    const events = [...this.#events.values()];
    this.#events.clear();
    for (const { aborts } of events) for (const abort of aborts.values()) abort();
    this.#tell();
  };

  #startNext(): void {
    const sending = [...this.#events.values()].reduce((sum, { aborts }) => sum + aborts.size, 0);
    let free = MAX_SENDING - sending;
    for (const [slug, event] of this.#events) {
      for (const { id } of toStart(event.queue)) {
        const chosen = event.files.get(id);
        if (free <= 0 || !chosen || event.aborts.has(id)) continue;
        free -= 1;
        const progress = (sentBytes: number): void => this.dispatch(slug, { type: "progress", id, sentBytes });
        const { outcome, abort } = this.#send({ slug, area: chosen.area }, chosen.file, progress);
        event.aborts.set(id, abort);
        event.queue = reduceUploads(event.queue, { type: "start", id });
        void this.#settle(slug, event, id, outcome);
      }
    }
  }

  async #settle(slug: string, { files, aborts }: OfEvent, id: number, outcome: Promise<SendOutcome>): Promise<void> {
    const sent = await outcome;
    aborts.delete(id);
    if (sent.ok) files.delete(id);
    this.dispatch(
      slug,
      sent.ok ? { type: "succeed", id, isDuplicate: sent.isDuplicate } : { type: "fail", id, error: sent.error },
    );
  }

  #tell(): void {
    this.#all = new Map([...this.#events].map(([slug, { queue }]) => [slug, queue]));
    for (const listener of this.#listeners) listener();
  }
}

/** Whether leaving the page would lose any. */
export const isAnyOpen = (all: ReadonlyMap<string, UploadQueue>): boolean =>
  [...all.values()].some(({ uploads }) => uploads.some(isOpen));

/** The server decides what a photo is; only what it can never take does not leave at all. */
const tooLarge = (sizeBytes: number): string | null =>
  sizeBytes > MAX_PHOTO_BYTES
    ? `The file is larger than ${formatSize(MAX_PHOTO_BYTES)} (${formatSize(sizeBytes)}).`
    : null;
