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

/** `waiting`: the server could not be reached, it is tried again. */
export type ReadingState = "reading" | "waiting";

export interface ReaderHands {
  /** Asks the server. */
  recognize: (rect: Rect, signal: AbortSignal) => Promise<Prediction>;
  find: (target: ResultRef) => { index: number; result: Result } | null;
  fill: (target: ResultRef, values: Alternative[]) => void;
  /** Whether an error says nothing of the sticker: offline, signed out. */
  isNotNow: (error: unknown) => boolean;
  fail: (error: unknown) => void;
}

type Reading = { target: ResultRef; state: ReadingState; stop: AbortController };

/** A box in the hand comes to rest before it is read. */
const REST_MS = 400;
const AGAIN_MS = 5000;

/**
 * Reads drawn stickers while their person goes on working: at once when one is drawn, again when it is moved, as long as
 * somebody has not typed both values. What is typed meanwhile stands (see domain's `withValues`).
 */
export class Reader {
  #hands: ReaderHands;
  readonly #listeners = new Set<() => void>();
  readonly #pauses = new Set<() => void>();
  #readings: readonly Reading[] = [];

  constructor(hands: ReaderHands) {
    this.#hands = hands;
  }

  /** What it works with from now on. */
  use(hands: ReaderHands): void {
    this.#hands = hands;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A snapshot that is another whenever a state is. */
  readonly readings = (): readonly Reading[] => this.#readings;

  /** After each gesture: whether it drew a sticker, or changed the place of one. */
  watch(puts: readonly PatchPut[]): void {
    for (const { patch, target } of puts) {
      if (patch.op === "add") void this.read(target);
      else if (/\/(rect|label)$/.test(patch.path)) void this.read(target, REST_MS);
    }
  }

  async read(target: ResultRef, delayMs = 0): Promise<void> {
    const { find } = this.#hands;
    const found = find(target);
    if (!found || !needsReading(found.result)) return;
    for (const other of this.#readings) if (find(other.target)?.index === found.index) this.#drop(other);
    const reading: Reading = { target, state: "reading", stop: new AbortController() };
    this.#change([...this.#readings, reading]);
    if (delayMs > 0) await this.#pause(delayMs, reading.stop.signal);
    while (this.#readings.some(({ stop }) => stop === reading.stop) && !(await this.#try(reading))) {
      await this.#pause(AGAIN_MS, reading.stop.signal);
    }
  }

  /** The network is back. */
  readonly hurry = (): void => {
    for (const end of this.#pauses) end();
  };

  /** False when it is to be tried again. */
  async #try({ target, stop }: Reading): Promise<boolean> {
    const hands = this.#hands;
    const place = hands.find(target)?.result.rect;
    try {
      if (!place) return this.#end(stop);
      const read = await hands.recognize(place, stop.signal);
      const now = this.#hands.find(target)?.result;
      // Taken back, typed, or somewhere else meanwhile: what was read is of no use.
      if (!stop.signal.aborted && now && needsReading(now) && sameRect(now.rect, place)) {
        this.#hands.fill(target, toAlternatives(read));
      }
      return this.#end(stop);
    } catch (error) {
      if (stop.signal.aborted) return true;
      if (hands.isNotNow(error)) {
        this.#change(this.#readings.map((one) => (one.stop === stop ? { ...one, state: "waiting" } : one)));
        return false;
      }
      this.#hands.fail(error);
      return this.#end(stop);
    }
  }

  #end(stop: AbortController): true {
    this.#change(this.#readings.filter((one) => one.stop !== stop));
    return true;
  }

  #drop({ stop }: Reading): void {
    stop.abort();
    this.#end(stop);
  }

  #change(readings: readonly Reading[]): void {
    this.#readings = readings;
    for (const listener of this.#listeners) listener();
  }

  /** Ends early when the network is back or nobody waits any more. */
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
