import { IDLE, type Mode, type Pointer, type Step, type ToolEvent, type ToolState, go, stay } from "./state.ts";

type DownEvent = Extract<ToolEvent, { type: "down" }>;

/**
 * Starts a pinch when a second finger goes down. The first finger's gesture is dropped without an edit. Null if the
 * event is not a second finger.
 */
export function startPinch(state: ToolState, first: Pointer, { pointer }: DownEvent): Step | null {
  if (!first.isTouch || !pointer.isTouch || pointer.id === first.id) return null;
  return go(state, { name: "pinching", fingers: [first, pointer] });
}

/** Two fingers move and zoom the photo between them. */
export function pinching(state: ToolState, mode: Extract<Mode, { name: "pinching" }>, event: ToolEvent): Step {
  if (!("id" in event)) return stay(state);
  const [a, b] = mode.fingers;
  if (event.id !== a.id && event.id !== b.id) return stay(state);
  if (event.type === "move") {
    const update = (finger: Pointer): Pointer => (finger.id === event.id ? { ...finger, at: event.at } : finger);
    const [nextA, nextB] = [update(a), update(b)];
    return go(
      state,
      { name: "pinching", fingers: [nextA, nextB] },
      { type: "pinch", from: [a.at, b.at], to: [nextA.at, nextB.at] },
    );
  }
  // One finger is lifted: the other one continues to pan.
  if (event.type === "up") return go(state, { name: "panning", pointer: event.id === a.id ? b : a });
  return go(state, IDLE);
}
