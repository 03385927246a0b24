import {
  type Alternative,
  type Prediction,
  type Rect,
  type Result,
  toAlternatives,
  sameRect,
  needsReading,
} from "@precount/domain";
import type { PatchPut, ResultRef } from "../saving/gesture.ts";

/** `waiting`: the server could not be reached; the reader retries. */
export type RecognitionState = "reading" | "waiting";

/** The dependencies of the reader: the session and the server. */
export type RecognitionServices = {
  recognize: (rect: Rect, signal: AbortSignal) => Promise<Prediction>;
  find: (target: ResultRef) => { index: number; result: Result } | null;
  /** Enters the values that were read. */
  fill: (target: ResultRef, values: Alternative[]) => void;
  /** Whether an error has nothing to do with the sticker: offline, or signed out. */
  isTransient: (error: unknown) => boolean;
  onError: (error: unknown) => void;
};

type Recognition = { target: ResultRef; state: RecognitionState; stop: AbortController };

/** A box that is moved is read this long after its last move. */
const DEBOUNCE_MS = 400;
const RETRY_MS = 5000;

/**
 * Reads drawn stickers in the background: at once when one is drawn, and again after it was moved, until a person has
 * typed both values. A value that is typed meanwhile wins (see `withAlternatives` in domain).
 */
export class StickerReader {
  readonly #services: RecognitionServices;
  readonly #listeners = new Set<() => void>();
  /** Functions that end a pause early. */
  readonly #pauses = new Set<() => void>();
  #running: readonly Recognition[] = [];

  constructor(services: RecognitionServices) {
    this.#services = services;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The stickers that are being read; a new list whenever a state changes. */
  readonly running = (): readonly Recognition[] => this.#running;

  /** Starts reading when an edit has drawn a sticker, or has moved one. */
  watch(puts: readonly PatchPut[]): void {
    for (const { patch, target } of puts) {
      if (patch.op === "add") void this.read(target);
      else if (/\/(rect|label)$/.test(patch.path)) void this.read(target, DEBOUNCE_MS);
    }
  }

  async read(target: ResultRef, delayMs = 0): Promise<void> {
    const { find } = this.#services;
    const found = find(target);
    if (!found || !needsReading(found.result)) return;
    for (const running of this.#running) if (find(running.target)?.index === found.index) this.#drop(running);
    const reading: Recognition = { target, state: "reading", stop: new AbortController() };
    this.#change([...this.#running, reading]);
    if (delayMs > 0) await this.#pause(delayMs, reading.stop.signal);
    while (this.#running.some(({ stop }) => stop === reading.stop) && !(await this.#try(reading))) {
      await this.#pause(RETRY_MS, reading.stop.signal);
    }
  }

  /** Retries at once: the network is back. */
  readonly retryNow = (): void => {
    for (const end of this.#pauses) end();
  };

  /** @returns false when it has to be retried */
  async #try({ target, stop }: Recognition): Promise<boolean> {
    const services = this.#services;
    const rect = services.find(target)?.result.rect;
    try {
      if (!rect) return this.#end(stop);
      const read = await services.recognize(rect, stop.signal);
      const now = services.find(target)?.result;
      // The box was undone, moved or typed into meanwhile: the answer is stale.
      if (!stop.signal.aborted && now && needsReading(now) && sameRect(now.rect, rect)) {
        services.fill(target, toAlternatives(read));
      }
      return this.#end(stop);
    } catch (error) {
      if (stop.signal.aborted) return true;
      if (services.isTransient(error)) {
        this.#change(
          this.#running.map((running) => (running.stop === stop ? { ...running, state: "waiting" } : running)),
        );
        return false;
      }
      services.onError(error);
      return this.#end(stop);
    }
  }

  #end(stop: AbortController): true {
    this.#change(this.#running.filter((one) => one.stop !== stop));
    return true;
  }

  #drop({ stop }: Recognition): void {
    stop.abort();
    this.#end(stop);
  }

  #change(running: readonly Recognition[]): void {
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }

  /** Ends early when the network is back or the recognition is cancelled. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#pauses.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}
