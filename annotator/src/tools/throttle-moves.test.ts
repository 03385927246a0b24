import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToolEvent } from "./state.ts";
import { createMoveThrottle } from "./throttle-moves.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const move = (x: number, id = 1): ToolEvent => ({
  type: "move",
  id,
  at: { x, y: 0 },
  isButtonDown: true,
  isCoarse: false,
});
const up: ToolEvent = { type: "up", id: 1, at: { x: 9, y: 0 }, isCoarse: false };

function throttled(sent: ToolEvent[]): (event: ToolEvent) => void {
  const throttle = createMoveThrottle();
  return (event) => throttle(event, (one) => sent.push(one));
}

describe("S9.07 pixels of pointer moves are handled every 16 ms", () => {
  test("sends the first move at once and then the latest one when the time is up", () => {
    const sent: ToolEvent[] = [];
    const send = throttled(sent);
    send(move(1));
    send(move(2));
    vi.advanceTimersByTime(10);
    send(move(3));
    expect(sent).toEqual([move(1)]);
    vi.advanceTimersByTime(6);
    expect(sent).toEqual([move(1), move(3)]);
    vi.advanceTimersByTime(16);
    send(move(4));
    expect(sent.at(-1)).toEqual(move(4));
  });

  test("sends a waiting move before any other event", () => {
    const sent: ToolEvent[] = [];
    const send = throttled(sent);
    for (const event of [move(1), move(2), up]) send(event);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([move(1), move(2), up]);
  });

  test("loses no move of a second finger", () => {
    const sent: ToolEvent[] = [];
    const send = throttled(sent);
    for (const event of [move(1, 1), move(2, 2), move(3, 1)]) send(event);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([move(1, 1), move(2, 2), move(3, 1)]);
  });
});
