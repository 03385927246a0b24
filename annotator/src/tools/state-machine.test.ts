import { type Point, type Rect, makePatch } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { transition } from "./state-machine.ts";
import {
  INITIAL_STATE,
  type Step,
  type ToolBox,
  type ToolContext,
  type ToolEffect,
  type ToolEvent,
  draftBox,
} from "./state.ts";

/** The view shows a quarter of the photo's pixels, aligned to the window's corner. */
const SCALE = 0.25;
const sticker = (index: number, rect: Partial<Rect> = {}, status: ToolBox["status"] = "valid"): ToolBox => ({
  index,
  label: "sticker",
  rect: { x: 1000, y: 1000, width: 400, height: 200, angle: 0, ...rect },
  status,
});
const shelf: ToolBox = {
  index: 9,
  label: "shelf",
  rect: { x: 0, y: 1100, width: 4000, height: 400, angle: 0 },
  status: "valid",
};
const context = (changes: Partial<ToolContext> = {}): ToolContext => ({
  photo: { width: 4000, height: 3000 },
  view: { width: 1000, height: 750 },
  viewport: { scale: SCALE, x: 0, y: 0 },
  boxes: [shelf, sticker(0), sticker(1, { x: 2000 })],
  selected: 0,
  canEdit: true,
  ...changes,
});

/** A photo point in window coordinates. */
const at = (x: number, y: number): Point => ({ x: x * SCALE, y: y * SCALE });
const down = (x: number, y: number, { id = 1, isTouch = false, pans = false } = {}): ToolEvent => ({
  type: "down",
  pointer: { id, at: at(x, y), isTouch },
  pans,
});
const move = (x: number, y: number, { id = 1, isButtonDown = true, isCoarse = false } = {}): ToolEvent => ({
  type: "move",
  id,
  at: at(x, y),
  isButtonDown,
  isCoarse,
});
const up = (x: number, y: number, id = 1): ToolEvent => ({ type: "up", id, at: at(x, y), isCoarse: false });
const cancel: ToolEvent = { type: "canceled", id: 1 };
const escape: ToolEvent = { type: "escape" };
const useTool = (tool: "sticker" | "shelf"): ToolEvent => ({ type: "tool", tool });
const nudge = (x: number, y: number, turn = 0): ToolEvent => ({ type: "nudge", by: { x, y }, rotation: turn });

type Playback = { modes: string[]; effects: ToolEffect[]; last: Step["state"] };

/** Plays events in order and records the states and effects. */
function play(events: readonly ToolEvent[], given: ToolContext | ((at: number) => ToolContext) = context()): Playback {
  const modes: string[] = [];
  const effects: ToolEffect[] = [];
  let state = INITIAL_STATE;
  for (const [place, event] of events.entries()) {
    const next = transition(state, event, typeof given === "function" ? given(place) : given);
    state = next.state;
    modes.push(state.mode.name);
    effects.push(...next.effects);
  }
  return { modes, effects, last: state };
}
const edits = ({ effects }: Playback): ToolEffect[] =>
  effects.filter(({ type }) => type === "add" || type === "change");

describe("S2.35 select", () => {
  it("a click selects the smallest box there, or clears the selection outside of all boxes", () => {
    expect(play([down(2100, 1150), up(2100, 1150)])).toMatchObject({
      modes: ["pressing", "idle"],
      effects: [{ type: "select", index: 1 }],
    });
    expect(play([down(1700, 1200), up(1701, 1200)]).effects).toEqual([{ type: "select", index: 9 }]);
    expect(play([down(1700, 2500), up(1700, 2500)]).effects).toEqual([{ type: "select", index: null }]);
  });

  it("a tap selects a box that it misses by a little", () => {
    const tap = { isTouch: true };
    expect(play([down(2460, 1050, tap), up(2460, 1050)]).effects).toEqual([{ type: "select", index: 1 }]);
    expect(play([down(2460, 1050), up(2460, 1050)]).effects).toEqual([{ type: "select", index: null }]);
  });

  it("dragging a box that is not selected pans the photo", () => {
    const played = play([down(2100, 1150), move(2140, 1150), move(2180, 1190), up(2180, 1190)]);
    expect(played.modes).toEqual(["pressing", "panning", "panning", "idle"]);
    expect(played.effects).toEqual([
      { type: "pan", by: { x: 10, y: 0 } },
      { type: "pan", by: { x: 10, y: 10 } },
    ]);
  });

  it("the middle button and the space bar pan the photo with any tool", () => {
    const pans = { pans: true };
    expect(play([useTool("sticker"), down(1200, 1100, pans), move(1240, 1100), up(1240, 1100)])).toMatchObject({
      modes: ["idle", "panning", "panning", "idle"],
      effects: [{ type: "pan" }],
      last: { tool: "sticker" },
    });
  });

  it("Escape leaves the drawing tool first, then clears the selection", () => {
    expect(play([useTool("shelf"), escape]).last.tool).toBe("select");
    expect(play([escape]).effects).toEqual([{ type: "select", index: null }]);
    expect(play([escape], context({ selected: null })).effects).toEqual([]);
  });

  it("Enter opens the fields of the selected result", () => {
    expect(play([{ type: "enter" }]).effects).toEqual([{ type: "open", index: 0 }]);
    expect(play([{ type: "enter" }], context({ selected: null })).effects).toEqual([{ type: "open", index: null }]);
  });

  it("hovering updates the state only when the hit changes", () => {
    const played = play([move(2100, 1150), move(2101, 1150), { type: "leave" }]);
    expect(played.modes).toEqual(["idle", "idle", "idle"]);
    const first = transition(INITIAL_STATE, move(2100, 1150), context()).state;
    expect(first.mode).toEqual({ name: "idle", hover: { kind: "box", index: 1 } });
    expect(transition(first, move(2101, 1150), context()).state).toBe(first);
    expect(played.last.mode).toEqual({ name: "idle", hover: null });
  });
});

describe("a gesture is one edit, at its end", () => {
  it("moves the selected box", () => {
    const played = play([down(1200, 1100), move(1240, 1100), move(1300, 1150), up(1300, 1150)]);
    expect(played.modes).toEqual(["pressing", "transforming", "transforming", "idle"]);
    expect(played.effects).toEqual([{ type: "change", index: 0, rect: { ...sticker(0).rect, x: 1100, y: 1050 } }]);
  });

  it("resizes by a handle and keeps the opposite corner in place", () => {
    const played = play([down(1400, 1200), move(1500, 1300), up(1480, 1260)]);
    expect(played.modes).toEqual(["transforming", "transforming", "idle"]);
    expect(played.effects).toEqual([
      { type: "change", index: 0, rect: { ...sticker(0).rect, width: 480, height: 260 } },
    ]);
  });

  it("finds a rotated box's handles where they are drawn", () => {
    const boxes = [sticker(0, { angle: 90 })];
    // Rotated 90° clockwise, the south-east corner is at the lower left.
    const played = play([down(1100, 1300), up(1100, 1340)], context({ boxes }));
    expect(edits(played)).toEqual([
      { type: "change", index: 0, rect: { x: 980, y: 1020, width: 440, height: 200, angle: 90 } },
    ]);
  });

  it("S9.07 rotates by the handle 64 px above the box; Shift rotates in steps of 15°", () => {
    // Above the middle of the upper edge, 64 px on the screen.
    const handleY = 1000 - 64 / SCALE;
    expect(edits(play([down(1200, handleY), move(1900, 1100), up(1900, 1100)]))).toEqual([
      { type: "change", index: 0, rect: { ...sticker(0).rect, angle: 90 } },
    ]);
    const coarse = { ...up(1300, handleY), isCoarse: true } as ToolEvent;
    expect(edits(play([down(1200, handleY), coarse]))).toEqual([
      { type: "change", index: 0, rect: { ...sticker(0).rect, angle: 15 } },
    ]);
  });

  it("a shelf moves vertically, resizes from any point of its edges and does not rotate", () => {
    const only = context({ boxes: [shelf], selected: 9 });
    expect(edits(play([down(500, 1300), move(900, 1400), up(900, 1400)], only))).toEqual([
      { type: "change", index: 9, rect: { ...shelf.rect, y: 1200 } },
    ]);
    expect(edits(play([down(300, 1500), up(340, 1540)], only))).toEqual([
      { type: "change", index: 9, rect: { ...shelf.rect, height: 440 } },
    ]);
  });

  it("pressing a handle without moving changes nothing", () => {
    expect(edits(play([down(1400, 1200), up(1400, 1200)]))).toEqual([]);
  });

  it("zooming during a drag keeps the dragged point under the pointer", () => {
    const closer = context({ viewport: { scale: 0.5, x: -300, y: -250 } });
    const there = { ...up(0, 0), at: { x: 1300 * 0.5 - 300, y: 1100 * 0.5 - 250 } } as ToolEvent;
    const played = play([down(1200, 1100), move(1240, 1100), there], (place) => (place < 2 ? context() : closer));
    expect(edits(played)).toEqual([{ type: "change", index: 0, rect: { ...sticker(0).rect, x: 1100 } }]);
  });
});

describe("draw", () => {
  it("draws a sticker from corner to corner, then returns to the select tool", () => {
    const played = play([useTool("sticker"), down(500, 500), move(700, 600), up(800, 700)]);
    expect(played.modes).toEqual(["idle", "drawing", "drawing", "idle"]);
    expect(played.effects).toEqual([
      { type: "add", label: "sticker", rect: { x: 500, y: 500, width: 300, height: 200, angle: 0 } },
    ]);
    expect(played.last.tool).toBe("select");
  });

  it("draws a shelf across the full width", () => {
    expect(play([useTool("shelf"), down(500, 500), up(800, 700)]).effects).toEqual([
      { type: "add", label: "shelf", rect: { x: 0, y: 500, width: 4000, height: 200, angle: 0 } },
    ]);
  });

  it("S9.06 a click adds a box of standard size there, Enter at the standard position", () => {
    expect(play([useTool("sticker"), down(500, 500), up(504, 500)]).effects).toEqual([
      { type: "add", label: "sticker", rect: { x: 350, y: 425, width: 300, height: 150, angle: 0 } },
    ]);
    expect(play([useTool("sticker"), { type: "enter" }])).toMatchObject({
      effects: [{ type: "add", label: "sticker", rect: null }],
      last: { tool: "select" },
    });
  });

  it("draws over existing boxes and handles", () => {
    expect(edits(play([useTool("sticker"), down(1400, 1200), up(1600, 1400)]))).toMatchObject([{ type: "add" }]);
  });
});

describe("gestures that end without an edit", () => {
  const gestures: Record<string, ToolEvent[]> = {
    moving: [down(1200, 1100), move(1300, 1150)],
    resizing: [down(1400, 1200), move(1500, 1300)],
    rotating: [down(1200, 744), move(1900, 1100)],
    drawing: [useTool("sticker"), down(500, 500), move(700, 600)],
    pressing: [down(1200, 1100)],
    nudging: [nudge(5, 0)],
  };
  for (const [name, events] of Object.entries(gestures)) {
    it(`Escape in the middle of ${name}`, () => {
      const played = play([...events, escape, move(1350, 1200), up(1350, 1200), { type: "release" }]);
      expect(played.effects).toEqual([]);
      expect(played.last.mode.name).toBe("idle");
      expect(draftBox(played.last)).toBeNull();
    });
  }
  for (const [name, events] of Object.entries(gestures).filter(([name]) => name !== "nudging")) {
    it(`a canceled pointer or a lost release while ${name}`, () => {
      expect(play([...events, cancel, up(1350, 1200)]).effects).toEqual([]);
      expect(play([...events, move(1350, 1200, { isButtonDown: false })]).effects).toEqual([]);
    });
    it(`a second finger while ${name} starts a pinch`, () => {
      const touched = events.map((event) =>
        event.type === "down" ? { ...event, pointer: { ...event.pointer, isTouch: true } } : event,
      );
      const second = down(2000, 2000, { id: 2, isTouch: true });
      const played = play([...touched, second, move(2100, 2000, { id: 2 }), up(2100, 2000, 2), up(1300, 1100)]);
      expect(played.modes.slice(-4)).toEqual(["pinching", "pinching", "panning", "idle"]);
      expect(played.effects.map(({ type }) => type)).toEqual(["pinch"]);
    });
    it(`another button while ${name} is ignored`, () => {
      const played = play([...events, down(10, 10, { id: 1, pans: true })]);
      expect(played.modes.at(-1)).toBe(played.modes.at(-2) ?? "idle");
    });
  }
  it("a pinch while drawing starts at the finger's last position, so that the photo does not jump", () => {
    const second = down(2000, 2000, { id: 2, isTouch: true });
    const played = play([
      useTool("sticker"),
      down(500, 500, { isTouch: true }),
      move(700, 600),
      second,
      move(700, 600),
    ]);
    const fingers = [at(700, 600), at(2000, 2000)];
    expect(played.effects).toEqual([{ type: "pinch", from: fingers, to: fingers }]);
  });
  it("the result is discarded, moved or frozen by another user during the gesture", () => {
    const gone = context({ boxes: [sticker(1)] });
    const moved = context({ boxes: [sticker(0, { y: 1040 }), sticker(1)] });
    const frozen = context({ canEdit: false });
    for (const then of [gone, moved, frozen]) {
      expect(play([...gestures["moving"]!, up(1350, 1200)], (at) => (at < 2 ? context() : then)).effects).toEqual([]);
      expect(play([nudge(1, 0), { type: "release" }], (at) => (at < 1 ? context() : then)).effects).toEqual([]);
    }
    const drawn = play([...gestures["drawing"]!, up(900, 900)], (at) => (at < 3 ? context() : frozen));
    expect(drawn.effects).toEqual([]);
  });
});

describe("a frozen detection", () => {
  const frozen = context({ canEdit: false });
  it("allows selecting but not moving, resizing, nudging or drawing", () => {
    expect(edits(play([down(1200, 1100), move(1300, 1100), up(1300, 1100)], frozen))).toEqual([]);
    expect(edits(play([down(1400, 1200), move(1500, 1300), up(1500, 1300)], frozen))).toEqual([]);
    expect(edits(play([nudge(1, 0), { type: "release" }], frozen))).toEqual([]);
    expect(edits(play([useTool("sticker"), down(500, 500), up(800, 700), { type: "enter" }], frozen))).toEqual([]);
  });
  it("does not allow moving a discarded result", () => {
    const discarded = context({ boxes: [sticker(0, {}, "discarded")] });
    expect(edits(play([down(1200, 1100), move(1300, 1100), up(1300, 1100)], discarded))).toEqual([]);
  });
});

describe("arrow keys", () => {
  it("a run of arrow keys is one edit", () => {
    const played = play([nudge(1, 0), nudge(1, 0), nudge(0, -10), nudge(0, 0, 1), { type: "release" }]);
    expect(played.modes).toEqual(["nudging", "nudging", "nudging", "nudging", "idle"]);
    expect(played.effects).toEqual([
      { type: "change", index: 0, rect: { ...sticker(0).rect, x: 1002, y: 990, angle: 1 } },
    ]);
  });
  it("moving there and back is no edit", () => {
    expect(play([nudge(1, 0), nudge(-1, 0), { type: "release" }]).effects).toEqual([]);
  });
  it("another action ends the run and keeps its edit", () => {
    const played = play([nudge(1, 0), down(2100, 1150), up(2100, 1150)]);
    expect(played.effects.map(({ type }) => type)).toEqual(["change", "select"]);
  });
  it("without a selection the arrow keys pan the view and do not rotate", () => {
    const played = play([nudge(1, 0), nudge(0, 0, 1)], context({ selected: null }));
    expect(played.modes).toEqual(["idle", "idle"]);
    expect(played.effects).toEqual([{ type: "pan", by: { x: -45, y: 0 } }]);
  });
});

it("a change becomes a valid patch", () => {
  const [edit] = edits(play([down(1200, 1100), move(1300, 1150), up(1300, 1150)]));
  expect(edit?.type === "change" && makePatch.rect(edit.index, edit.rect)).toMatchObject({
    op: "replace",
    path: "/0/rect",
  });
});
