import { setPriority } from "node:os";
import { endWithParent } from "./end-with-parent.ts";
import { type CallMessage, type ReplyMessage, UnavailableError } from "./protocol.ts";

type Handlers = Record<string, (params: never) => Promise<unknown>>;

/** The child's side: answers calls until the parent goes. A child without a parent has no reason to live. */
export function serveCalls(handlers: Handlers): void {
  // Before any thread of a network or a codec is started: each inherits it.
  setPriority(Number(process.env["NICENESS"] ?? 0));
  process.on("disconnect", () => process.exit(0));
  // An answer that nobody is there to take: the parent was killed, and `disconnect` follows.
  process.on("error", () => process.exit(0));
  endWithParent();
  // Ctrl+C reaches the whole process group; the parent decides when the child ends.
  process.on("SIGINT", () => undefined);
  // The parent's own code is on the other side, so the message has this shape.
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
    // `never` lets handlers name their own parameters; both ends share the types.
    const value = await handler(call.params as never);
    return { id: call.id, rssBytes: process.memoryUsage.rss(), ok: true, value };
  } catch (error) {
    return {
      id: call.id,
      rssBytes: process.memoryUsage.rss(),
      ok: false,
      kind: error instanceof UnavailableError ? "unavailable" : "failed",
      message: error instanceof Error ? error.message : String(error),
      systemCode: systemCodeOf(error),
    };
  }
}

function systemCodeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("syscall" in cause && "code" in cause && typeof cause.code === "string") return cause.code;
  return null;
}
