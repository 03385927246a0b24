import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { endWithParent } from "./end-with-parent.ts";
import { PermanentError, UnavailableError } from "./process-error.ts";
import type { CallMessage, ProgressMessage, ReplyMessage, StopMessage } from "./protocol.ts";

export interface CallControl {
  /** Reports to the caller. Each report restarts the call's time limit. */
  reportProgress: (progress: unknown) => void;
  /** Aborted when the caller asks for what there is so far. */
  stopSignal: AbortSignal;
}

type Handlers = Record<string, (params: never, control: CallControl) => Promise<unknown>>;

/** The running calls, by id. */
const running = new Map<number, AbortController>();

/** The child's side of ForkedProcess: answers calls by method name, and exits with the parent. */
export function serveCalls(handlers: Handlers): void {
  // Before a network or a codec starts its threads, because each thread inherits the priority.
  setPriority(Number(process.env["NICENESS"] ?? 0));
  process.on("disconnect", () => process.exit(0));
  // Sending a reply fails when the parent was killed; `disconnect` follows.
  process.on("error", () => process.exit(0));
  endWithParent();
  // Some service managers send SIGTERM to all processes of a service, but the parent decides when the child ends.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  // The parent is a ForkedProcess, which sends only these.
  process.on("message", (message) => receive(handlers, message as CallMessage | StopMessage));
}

let isStored = false;
/** Stores what this child has compiled for the next one. Node would store it at the exit, but ForkedProcess kills its children. */
function storeCompiledCode(): void {
  if (!isStored) flushCompileCache();
  isStored = true;
}

function receive(handlers: Handlers, message: CallMessage | StopMessage): void {
  if ("stop" in message) running.get(message.id)?.abort();
  else void answer(handlers, message);
}

async function answer(handlers: Handlers, call: CallMessage): Promise<void> {
  const stop = new AbortController();
  running.set(call.id, stop);
  const reportProgress = (progress: unknown): void => {
    const message: ProgressMessage = { id: call.id, progress };
    process.send?.(message);
  };
  const reply = await run(handlers, call, { reportProgress, stopSignal: stop.signal });
  running.delete(call.id);
  process.send?.(reply);
  storeCompiledCode();
}

async function run(handlers: Handlers, call: CallMessage, control: CallControl): Promise<ReplyMessage> {
  try {
    const handler = handlers[call.method];
    if (!handler) throw new Error(`unknown call ${call.method}`);
    // `never` lets each handler declare its own parameters; the class that forks the child uses the same types.
    const value = await handler(call.params as never, control);
    return { id: call.id, rssBytes: process.memoryUsage.rss(), ok: true, value };
  } catch (error) {
    return {
      id: call.id,
      rssBytes: process.memoryUsage.rss(),
      ok: false,
      kind: kindOf(error),
      message: error instanceof Error ? error.message : String(error),
      systemCode: systemCodeOf(error),
    };
  }
}

function kindOf(error: unknown): "failed" | "unavailable" | "permanent" {
  if (error instanceof UnavailableError) return "unavailable";
  return error instanceof PermanentError ? "permanent" : "failed";
}

function systemCodeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("syscall" in cause && "code" in cause && typeof cause.code === "string") return cause.code;
  return null;
}
