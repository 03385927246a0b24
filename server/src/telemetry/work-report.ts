import { type ProcessReport, type ReportSlot, mergeStageSums } from "@precount/domain";

const SLOT_MS = 300_000;
const SLOTS = 13; // the last hour, and the one that has begun

/** What a process tells of itself with each beat: what is in hand, and what the last hour brought, in slots of five minutes. */
export class WorkReport {
  readonly #doing = new Map<object, { queue: string; since: string }>();
  #slots: ReportSlot[] = [];
  #mail: NonNullable<ProcessReport["mail"]> | null = null;

  /** A job is in hand until the returned function is called. */
  begin(queue: string): () => void {
    const key = {};
    this.#doing.set(key, { queue, since: new Date().toISOString() });
    return () => void this.#doing.delete(key);
  }

  stage(stage: string, elapsedMs: number): void {
    const { stages } = this.#slot();
    stages[stage] = mergeStageSums(stages[stage], { count: 1, sumMs: elapsedMs, mostMs: elapsedMs });
  }

  /** A try of a detection has ended. */
  detection(outcome: string): void {
    const { detections } = this.#slot();
    detections[outcome] = (detections[outcome] ?? 0) + 1;
  }

  /** A mail was sent, or not, with why in words. */
  mail(failure: string | null): void {
    const now = new Date().toISOString();
    this.#mail ??= { sentAt: null, failedAt: null, failure: null };
    if (failure === null) this.#mail.sentAt = now;
    else Object.assign(this.#mail, { failedAt: now, failure });
  }

  now(): ProcessReport {
    return { doing: [...this.#doing.values()], slots: this.#slots, mail: this.#mail };
  }

  #slot(): ReportSlot {
    const at = Date.now() - (Date.now() % SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.at === at) return last;
    const slot: ReportSlot = { at, stages: {}, detections: {} };
    this.#slots = [...this.#slots, slot].slice(-SLOTS);
    return slot;
  }
}
