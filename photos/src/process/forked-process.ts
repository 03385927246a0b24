import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { CallMessage, ReplyMessage } from "./protocol.ts";

/**
 * `failed`: the child answered with an error, its message is for a person. `unavailable`: likewise, and nothing is wrong
 * with what was asked: see UnavailableError. `crashed`, `timeout`, `memory`: the child ended over this call alone.
 * `aborted`: by the caller. `closed`: the client was closed.
 */
export type ProcessErrorKind = "failed" | "unavailable" | "crashed" | "timeout" | "memory" | "aborted" | "closed";

export class ProcessError extends Error {
  override readonly name = "ProcessError";
  readonly kind: ProcessErrorKind;
  /** Of the system, such as ENOSPC, where that failed the child; else null. */
  readonly systemCode: string | null;
  constructor(kind: ProcessErrorKind, message: string, systemCode: string | null = null) {
    super(message);
    this.kind = kind;
    this.systemCode = systemCode;
  }
}

export interface ForkedOptions {
  script: URL;
  /** Added to the few variables that a child gets; it gets no others, so no secrets. */
  env?: Record<string, string>;
  args?: readonly string[];
  concurrency: number;
  /** How far it steps back for other processes, 0–19 as nice(1) has it. */
  niceness?: number;
  /** The child ends itself when nothing was asked of it for so long. */
  idleMs: number;
  /** Above it after an answer, the child is replaced by a fresh one. */
  rssCeilingBytes: number;
  /** Above it in the middle of a call, the child is ended at once. */
  rssLimitBytes: number;
  /** What a person reads when a call ends so; of photos when not said otherwise. */
  words?: ProcessWords;
}

/** Sentences of why a call was ended. */
export interface ProcessWords {
  crashed: string;
  memory: string;
  timeout: (seconds: number) => string;
}

export interface CallOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Goes before calls that are not urgent. */
  urgent?: boolean;
}

interface Call {
  id: number;
  method: string;
  params: unknown;
  options: CallOptions;
  /** Set after a crash in company: it runs alone, so that only the guilty call fails. */
  alone: boolean;
  timer?: NodeJS.Timeout;
  stopListening?: () => void;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const MEMORY_CHECK_MS = 250;
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_ENV", "SystemRoot"];

/** One forked child and the queue before it. Started by the first call, ended when idle, replaced when it dies. */
export class ForkedProcess {
  readonly #options: ForkedOptions;
  readonly #words: ProcessWords;
  #child: ChildProcess | undefined;
  #queue: Call[] = [];
  readonly #running = new Map<number, Call>();
  #nextId = 1;
  #retiring = false;
  #closed = false;
  /** Why we ended the child ourselves, and over which call. */
  #verdict: { call: Call; error: ProcessError } | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: ForkedOptions) {
    this.#options = options;
    this.#words = options.words ?? OF_PHOTOS;
  }

  /** The child's process id while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  call(method: string, params: unknown, options: CallOptions): Promise<unknown> {
    if (this.#closed) return Promise.reject(new ProcessError("closed", "It is shutting down."));
    if (options.signal?.aborted) return Promise.reject(new ProcessError("aborted", "It was cancelled."));
    return new Promise((resolve, reject) => {
      const call: Call = { id: this.#nextId++, method, params, options, alone: false, resolve, reject };
      this.#listenForAbort(call);
      this.#enqueue(call);
      this.#pump();
    });
  }

  /** Ends the child; calls that wait or run are rejected as `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    const calls = [...this.#running.values(), ...this.#queue];
    this.#running.clear();
    this.#queue = [];
    for (const call of calls) this.#fail(call, new ProcessError("closed", "It is shutting down."));
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.ref(); // at rest it keeps nobody awake, yet this waits for its end
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  #enqueue(call: Call): void {
    const at = call.options.urgent ? this.#queue.findIndex((other) => !other.options.urgent) : -1;
    if (at >= 0) this.#queue.splice(at, 0, call);
    else this.#queue.push(call);
  }

  #pump(): void {
    while (!this.#closed && !this.#retiring && this.#mayStartNext()) {
      const call = this.#queue.shift();
      if (!call) break;
      this.#dispatch(call);
    }
    if (this.#running.size === 0) this.#rest();
  }

  #mayStartNext(): boolean {
    const next = this.#queue[0];
    if (!next) return false;
    const loner = [...this.#running.values()].some((call) => call.alone);
    return next.alone ? this.#running.size === 0 : !loner && this.#running.size < this.#options.concurrency;
  }

  #dispatch(call: Call): void {
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#start());
    child.ref();
    child.channel?.ref();
    this.#running.set(call.id, call);
    call.timer = setTimeout(() => {
      const seconds = Math.round(call.options.timeoutMs / 1000);
      this.#end(call, new ProcessError("timeout", this.#words.timeout(seconds)));
    }, call.options.timeoutMs);
    this.#memoryTimer ??= setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS).unref();
    const message: CallMessage = { id: call.id, method: call.method, params: call.params };
    // A child that died meanwhile says so through 'exit'; a failed send has nothing to add.
    child.send(message, () => undefined);
  }

  #start(): ChildProcess {
    const { script, args = [], env = {}, niceness = 0 } = this.#options;
    const passedOn = Object.fromEntries(
      PASSED_ON.flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])),
    );
    const child = fork(script, args, {
      // Two arenas: glibc's eight a core keep what threads freed and double the memory.
      env: { ...passedOn, MALLOC_ARENA_MAX: "2", NICENESS: String(niceness), ...env },
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    // Our own child on the other side, so a message has this shape.
    child.on("message", (message) => this.#receive(message as ReplyMessage));
    child.on("error", () => undefined); // 'exit' or the next call's failure tells
    child.once("exit", () => this.#onExit(child));
    return child;
  }

  #receive(reply: ReplyMessage): void {
    const call = this.#running.get(reply.id);
    if (!call) return;
    this.#running.delete(reply.id);
    if (reply.ok) this.#settle(call).resolve(reply.value);
    else this.#fail(call, new ProcessError(reply.kind, reply.message, reply.systemCode));
    if (reply.rssBytes > this.#options.rssCeilingBytes) this.#retiring = true;
    if (this.#retiring && this.#running.size === 0) this.#child?.kill("SIGKILL");
    this.#pump();
  }

  #onExit(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#retiring = false;
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
    const verdict = this.#verdict;
    this.#verdict = undefined;
    const inFlight = [...this.#running.values()];
    this.#running.clear();
    for (const call of inFlight.toReversed()) {
      clearTimeout(call.timer);
      if (call === verdict?.call) this.#fail(call, verdict.error);
      else if (verdict) this.#queue.unshift(call); // ended over another call: simply again
      else if (call.alone || inFlight.length === 1) this.#fail(call, new ProcessError("crashed", this.#words.crashed));
      else this.#queue.unshift(Object.assign(call, { alone: true }));
    }
    this.#pump();
  }

  /** Ends the child over one call; the others that ran beside it start again in the next child. */
  #end(call: Call, error: ProcessError): void {
    if (this.#verdict || !this.#child) return;
    this.#verdict = { call, error };
    this.#child.kill("SIGKILL");
  }

  #listenForAbort(call: Call): void {
    const { signal } = call.options;
    if (!signal) return;
    const onAbort = () => {
      const error = new ProcessError("aborted", "It was cancelled.");
      if (this.#running.has(call.id)) return this.#end(call, error);
      this.#queue = this.#queue.filter((waiting) => waiting !== call);
      this.#fail(call, error);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    call.stopListening = () => signal.removeEventListener("abort", onAbort);
  }

  #settle(call: Call): Call {
    clearTimeout(call.timer);
    call.stopListening?.();
    return call;
  }

  #fail(call: Call, error: Error): void {
    this.#settle(call).reject(error);
  }

  /** Without work the child keeps nobody awake, and ends after a while. */
  #rest(): void {
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
    const child = this.#child;
    if (!child || this.#retiring) return;
    child.unref();
    child.channel?.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => child.kill("SIGKILL"), this.#options.idleMs).unref();
  }

  #checkMemory(): void {
    const rss = rssOf(this.#child?.pid);
    if (rss <= this.#options.rssLimitBytes) return;
    const oldest = this.#running.values().next().value;
    if (oldest && this.#running.size === 1) this.#end(oldest, new ProcessError("memory", this.#words.memory));
    else this.#child?.kill("SIGKILL"); // who it was shows when each runs alone
  }
}

const OF_PHOTOS: ProcessWords = {
  crashed: "The picture library crashed over this photo. The photo is damaged or of an unusual kind.",
  memory: "The photo needs more memory than is allowed for one photo.",
  timeout: (seconds) => `It took longer than ${seconds} s and was stopped.`,
};

/** Bytes in memory of another process, where the system tells (Linux), else 0. */
function rssOf(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]);
    return pages * 4096;
  } catch {
    return 0;
  }
}
