import type { CallMessage } from "./protocol.ts";

export interface CallOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** An urgent call starts before all calls that are not urgent. */
  isUrgent?: boolean;
  /** Receives what the child reports during the call. Each report restarts the time limit. */
  onProgress?: ((progress: unknown) => void) | undefined;
  /** Asks the child to end the call early with what it has. Unlike `signal`, it does not end the child. */
  stopSignal?: AbortSignal | undefined;
}

export interface Call extends CallMessage {
  options: CallOptions;
  /** Set when a child crashed while it ran several calls: each runs alone next, so that only the call that caused the crash fails. */
  mustRunAlone: boolean;
  timer?: NodeJS.Timeout;
  stopListening?: () => void;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls that wait for the child: urgent ones first, otherwise in order of arrival. */
export class CallQueue {
  #calls: Call[] = [];

  add(call: Call): void {
    const at = call.options.isUrgent ? this.#calls.findIndex((other) => !other.options.isUrgent) : -1;
    if (at >= 0) this.#calls.splice(at, 0, call);
    else this.#calls.push(call);
  }

  /** Puts a call that the child was running back at the front. */
  putBack(call: Call): void {
    this.#calls.unshift(call);
  }

  remove(call: Call): void {
    this.#calls = this.#calls.filter((other) => other !== call);
  }

  /** Removes and returns all calls. */
  drain(): Call[] {
    return this.#calls.splice(0);
  }

  /** Removes and returns the next call, if it may start beside the `running` calls. */
  takeNext(running: readonly Call[], concurrency: number): Call | undefined {
    const [next] = this.#calls;
    if (!next) return undefined;
    const hasRoom = running.length < concurrency && !running.some((call) => call.mustRunAlone);
    return (next.mustRunAlone ? running.length === 0 : hasRoom) ? this.#calls.shift() : undefined;
  }
}
