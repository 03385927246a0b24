import { type ProcessReport, type ReportSlot, mergeStageSums } from "@precount/domain";

const SLOT_MS = 300_000;
const SLOTS = 13; // the last hour, plus the current slot

/** What a process reports with each heartbeat: its running jobs, and counts of the last hour in slots of five minutes. */
export class WorkReport {
  readonly #running = new Map<object, { queue: string; since: string }>();
  #slots: ReportSlot[] = [];
  #mail: NonNullable<ProcessReport["mail"]> | null = null;

  /** Reports a job as running until the returned function is called. */
  begin(queue: string): () => void {
    const key = {};
    this.#running.set(key, { queue, since: new Date().toISOString() });
    return () => void this.#running.delete(key);
  }

  recordStage(stage: string, elapsedMs: number): void {
    const { stages } = this.#currentSlot();
    stages[stage] = mergeStageSums(stages[stage], { count: 1, sumMs: elapsedMs, mostMs: elapsedMs });
  }

  /** Counts an attempt of a detection by its outcome. */
  recordDetection(outcome: string): void {
    const { detections } = this.#currentSlot();
    detections[outcome] = (detections[outcome] ?? 0) + 1;
  }

  /** Records a sent mail, or the reason why a mail failed. */
  recordMail(failure: string | null): void {
    const now = new Date().toISOString();
    this.#mail ??= { sentAt: null, failedAt: null, failure: null };
    if (failure === null) this.#mail.sentAt = now;
    else Object.assign(this.#mail, { failedAt: now, failure });
  }

  /** The report as of now. */
  snapshot(): ProcessReport {
    return { doing: [...this.#running.values()], slots: this.#slots, mail: this.#mail };
  }

  #currentSlot(): ReportSlot {
    const at = Date.now() - (Date.now() % SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.at === at) return last;
    const slot: ReportSlot = { at, stages: {}, detections: {} };
    this.#slots = [...this.#slots, slot].slice(-SLOTS);
    return slot;
  }
}
