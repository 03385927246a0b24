import { MOUSE_MOVE_THROTTLE_MS } from "@precount/domain";
import type { ToolEvent } from "./state.ts";

type Move = Extract<ToolEvent, { type: "move" }>;

/**
 * Limits a pointer's moves to one every 16 ms (spec §9). The latest move is never lost: it is sent when the time is up,
 * or before any other event.
 */
export function createMoveThrottle(): (event: ToolEvent, send: (event: ToolEvent) => void) => void {
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let waiting: { move: Move; send: (event: ToolEvent) => void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendWaiting = (): void => {
    clearTimeout(timer);
    if (waiting === null) return;
    const { move, send } = waiting;
    waiting = null;
    sentAtMs = performance.now();
    send(move);
  };
  return (event, send) => {
    // With two fingers down, no move is dropped.
    if (event.type !== "move" || (waiting !== null && waiting.move.id !== event.id)) sendWaiting();
    if (event.type !== "move") return send(event);
    clearTimeout(timer);
    waiting = { move: event, send };
    const waitMs = MOUSE_MOVE_THROTTLE_MS - (performance.now() - sentAtMs);
    if (waitMs <= 0) sendWaiting();
    else timer = setTimeout(sendWaiting, waitMs);
  };
}
