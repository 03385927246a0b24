import { setPriority } from "node:os";
import { endWithParent } from "./end-with-parent.ts";
import { PermanentError, UnavailableError } from "./process-error.ts";
import type { CallMessage, ReplyMessage } from "./protocol.ts";

type Handlers = Record<string, (params: never) => Promise<unknown>>;

/** The child's side of ForkedProcess: answers calls by method name, and exits with the parent. */
export function serveCalls(handlers: Handlers): void {
  // Before a network or a codec starts its threads, because each thread inherits the priority.
  setPriority(Number(process.env["NICENESS"] ?? 0));
  process.on("disconnect", () => process.exit(0));
  // Sending a reply fails when the parent was killed; `disconnect` follows.
  process.on("error", () => process.exit(0));
  endWithParent();
  // Ctrl+C reaches the whole process group, but the parent decides when the child ends.
  process.on("SIGINT", () => undefined);
  // The parent is a ForkedProcess, which sends only CallMessage.
  process.on("message", (message) => void answer(handlers, message as CallMessage));
}

async function answer(handlers: Handlers, call: CallMessage): Promise<void> {
  const reply = await run(handlers, call);
  process.send?.(reply);
}

async function run(handlers: Handlers, call: CallMessage): Promise<ReplyMessage> {
  try {
    const handler = handlers[call.method];
    if (!handler) throw new Error(`unknown call ${call.method}`);
    // `never` lets each handler declare its own parameters; the class that forks the child uses the same types.
    const value = await handler(call.params as never);
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
