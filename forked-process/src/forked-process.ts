import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { type Call, type CallOptions, CallQueue } from "./call-queue.ts";
import { DEFAULT_MESSAGES, ProcessError, type ProcessErrorMessages } from "./process-error.ts";
import type { CallMessage, ProgressMessage, ReplyMessage, StopMessage } from "./protocol.ts";
import { residentMemoryBytes } from "./resident-memory.ts";

export interface ForkedProcessOptions {
  script: URL;
  /** Added to PASSED_ON_VARIABLES, the only variables of this process that the child gets. It gets no secrets. */
  env?: Record<string, string>;
  args?: readonly string[];
  /** Options of the child's Node, for example of its memory. */
  nodeOptions?: readonly string[];
  /** The number of calls that the child runs at a time. */
  concurrency: number;
  /** The child's scheduling priority, 0–19 as in nice(1). */
  niceness?: number;
  /** The child is ended after this time without a call. */
  idleMs: number;
  /** A child that holds more memory than this after a call is replaced. */
  rssCeilingBytes: number;
  /** A child that holds more memory than this during a call is killed. */
  rssLimitBytes: number;
  messages?: ProcessErrorMessages;
}

const MEMORY_CHECK_MS = 250;
const PASSED_ON_VARIABLES = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_ENV", "SystemRoot"];

/**
 * A forked child process and the queue of calls to it. The first call starts the child; it ends when idle, and the next
 * call replaces a child that died. `serveCalls` is the other side.
 */
export class ForkedProcess {
  readonly #options: ForkedProcessOptions;
  readonly #messages: ProcessErrorMessages;
  readonly #queue = new CallQueue();
  readonly #running = new Map<number, Call>();
  #child: ChildProcess | undefined;
  #nextId = 1;
  /** Set when the child is to be replaced once its running calls have ended. */
  #isRetiring = false;
  #isClosed = false;
  /** Set when this class killed the child: the call that caused it, and the error that call gets. */
  #killReason: { call: Call; error: ProcessError } | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: ForkedProcessOptions) {
    this.#options = options;
    this.#messages = options.messages ?? DEFAULT_MESSAGES;
  }

  /** The child's process id while a child runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Calls `method` in the child. `params` and the answer are copied by structured clone. Rejects with ProcessError. */
  call(method: string, params: unknown, options: CallOptions): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new ProcessError("closed", "It is shutting down."));
    if (options.signal?.aborted) return Promise.reject(new ProcessError("aborted", "It was canceled."));
    return new Promise((resolve, reject) => {
      const call: Call = { id: this.#nextId++, method, params, options, mustRunAlone: false, resolve, reject };
      this.#listenForAbort(call);
      this.#queue.add(call);
      this.#startCalls();
    });
  }

  /** Kills the child. Waiting and running calls are rejected as `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const calls = [...this.#running.values(), ...this.#queue.drain()];
    this.#running.clear();
    for (const call of calls) this.#fail(call, new ProcessError("closed", "It is shutting down."));
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    // An idle child is unreferenced; without this, Node could exit before the child has.
    child.ref();
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  #startCalls(): void {
    while (!this.#isClosed && !this.#isRetiring) {
      const call = this.#queue.takeNext([...this.#running.values()], this.#options.concurrency);
      if (!call) break;
      this.#dispatch(call);
    }
    if (this.#running.size === 0) this.#becomeIdle();
  }

  #dispatch(call: Call): void {
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#start());
    child.ref();
    child.channel?.ref();
    this.#running.set(call.id, call);
    this.#startTimer(call);
    this.#memoryTimer ??= setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS).unref();
    const message: CallMessage = { id: call.id, method: call.method, params: call.params };
    // Ignore a failed send: the child has died, and its 'exit' event handles the call.
    child.send(message, () => undefined);
    if (call.options.stopSignal?.aborted) this.#askToStop(call);
  }

  #startTimer(call: Call): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => {
      const seconds = Math.round(call.options.timeoutMs / 1000);
      this.#killBecauseOf(call, new ProcessError("timeout", this.#messages.timeout(seconds)));
    }, call.options.timeoutMs);
  }

  #askToStop(call: Call): void {
    const message: StopMessage = { id: call.id, stop: true };
    if (this.#running.has(call.id)) this.#child?.send(message, () => undefined);
  }

  #start(): ChildProcess {
    const child = startChild(this.#options);
    // The child runs serveCalls, which sends only these.
    child.on("message", (message) => this.#receive(message as ReplyMessage | ProgressMessage));
    // The 'exit' event or the next call reports the failure.
    child.on("error", () => undefined);
    child.once("exit", () => this.#onExit(child));
    return child;
  }

  #receive(reply: ReplyMessage | ProgressMessage): void {
    const call = this.#running.get(reply.id);
    if (!call) return;
    if ("progress" in reply) {
      this.#startTimer(call);
      call.options.onProgress?.(reply.progress);
      return;
    }
    this.#running.delete(reply.id);
    if (reply.ok) {
      stopTimers(call);
      call.resolve(reply.value);
    } else this.#fail(call, new ProcessError(reply.kind, reply.message, reply.systemCode));
    if (reply.rssBytes > this.#options.rssCeilingBytes) this.#isRetiring = true;
    if (this.#isRetiring && this.#running.size === 0) this.#child?.kill("SIGKILL");
    this.#startCalls();
  }

  #onExit(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#isRetiring = false;
    this.#stopMemoryChecks();
    const reason = this.#killReason;
    this.#killReason = undefined;
    const inFlight = [...this.#running.values()];
    this.#running.clear();
    for (const call of inFlight.toReversed()) {
      clearTimeout(call.timer);
      if (call === reason?.call) this.#fail(call, reason.error);
      else if (reason) this.#queue.putBack(call);
      else if (call.mustRunAlone || inFlight.length === 1)
        this.#fail(call, new ProcessError("crashed", this.#messages.crashed));
      else this.#queue.putBack(Object.assign(call, { mustRunAlone: true }));
    }
    this.#startCalls();
  }

  /** Kills the child because of one call. The calls that ran beside it start again in the next child. */
  #killBecauseOf(call: Call, error: ProcessError): void {
    if (this.#killReason || !this.#child) return;
    this.#killReason = { call, error };
    this.#child.kill("SIGKILL");
  }

  #listenForAbort(call: Call): void {
    const { signal, stopSignal } = call.options;
    const onStop = () => this.#askToStop(call);
    stopSignal?.addEventListener("abort", onStop, { once: true });
    call.stopListening = () => stopSignal?.removeEventListener("abort", onStop);
    if (!signal) return;
    const onAbort = () => {
      const error = new ProcessError("aborted", "It was canceled.");
      if (this.#running.has(call.id)) return this.#killBecauseOf(call, error);
      this.#queue.remove(call);
      this.#fail(call, error);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    call.stopListening = () => {
      signal.removeEventListener("abort", onAbort);
      stopSignal?.removeEventListener("abort", onStop);
    };
  }

  #fail(call: Call, error: Error): void {
    stopTimers(call);
    call.reject(error);
  }

  /** Lets Node exit while the child is idle, and ends the child after a while. */
  #becomeIdle(): void {
    this.#stopMemoryChecks();
    const child = this.#child;
    if (!child || this.#isRetiring) return;
    child.unref();
    child.channel?.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => child.kill("SIGKILL"), this.#options.idleMs).unref();
  }

  #stopMemoryChecks(): void {
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
  }

  #checkMemory(): void {
    if (residentMemoryBytes(this.#child?.pid) <= this.#options.rssLimitBytes) return;
    const [call] = this.#running.values();
    if (call && this.#running.size === 1) this.#killBecauseOf(call, new ProcessError("memory", this.#messages.memory));
    // With several calls running, each runs alone next, which shows the call that needs the memory.
    else this.#child?.kill("SIGKILL");
  }
}

function startChild({
  script,
  args = [],
  nodeOptions = [],
  env = {},
  niceness = 0,
}: ForkedProcessOptions): ChildProcess {
  const passedOn = Object.fromEntries(
    PASSED_ON_VARIABLES.flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])),
  );
  // Node names the cache's folder of its own version. Without the cache a child compiles its sources at each start.
  const cache = getCompileCacheDir();
  if (cache !== undefined) passedOn["NODE_COMPILE_CACHE"] = dirname(cache);
  return fork(script, args, {
    // glibc's default of eight arenas per core keeps freed memory and doubles the child's size.
    env: { ...passedOn, MALLOC_ARENA_MAX: "2", NICENESS: String(niceness), ...env },
    execArgv: ["--disable-warning=ExperimentalWarning", ...nodeOptions],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // In a process group of its own: Ctrl+C and SIGTERM to the parent's group must not end a child that is starting.
    detached: true,
    serialization: "advanced",
  });
}

function stopTimers(call: Call): void {
  clearTimeout(call.timer);
  call.stopListening?.();
}
