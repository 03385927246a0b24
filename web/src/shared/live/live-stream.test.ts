import { LIVE_HEARTBEAT, LIVE_HEARTBEAT_MS, LIVE_SILENCE_MS } from "@precount/domain";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinEventStream } from "./live-stream.ts";

/** An EventSource whose messages come from the test. Node.js has none without a flag. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  readonly url: string;
  readyState = 0;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  open(): void {
    this.readyState = Source.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  receive(kind: string): void {
    this.dispatchEvent(new MessageEvent(kind, { data: "{}" }));
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}
let sources: Source[] = [];
let heard: string[] = [];
let leave: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Source);
  [sources, heard] = [[], []];
  leave = joinEventStream("spring", {
    on: { change: () => heard.push("change") },
    onOpen: (hasMissed) => heard.push(hasMissed ? "open after a break" : "open"),
    onBreak: () => heard.push("break"),
  });
  await vi.advanceTimersByTimeAsync(1);
  sources[0]?.open();
});
afterEach(async () => {
  leave();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a stream with heartbeats stays open", async () => {
  for (let beats = 0; beats < 8; beats += 1) {
    await vi.advanceTimersByTimeAsync(LIVE_HEARTBEAT_MS);
    sources[0]?.receive(LIVE_HEARTBEAT);
  }
  expect(heard).toEqual(["open"]);
  expect(sources).toHaveLength(1);
});

test("a silent stream is replaced, and what it missed is fetched", async () => {
  await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS + 5000);
  expect(heard).toEqual(["open", "break"]);
  expect(sources.map(({ readyState }) => readyState)).toEqual([Source.CLOSED, 0]);
  sources[1]?.open();
  sources[1]?.receive("change");
  expect(heard).toEqual(["open", "break", "open after a break", "change"]);
  expect(sources[1]?.url).toBe("/api/projects/spring/events");
});

test("a computer that slept replaces its stream within seconds, also if its clock was set back", async () => {
  for (const [sleptMs, opened] of [
    [8 * 3_600_000, 2],
    [-3_600_000, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + sleptMs);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sources).toHaveLength(opened);
    sources.at(-1)?.open();
  }
});

test("a page that has left is not connected again", async () => {
  leave();
  await vi.advanceTimersByTimeAsync(10 * LIVE_SILENCE_MS);
  expect(sources.map(({ readyState }) => readyState)).toEqual([Source.CLOSED]);
});
