import {
  type Handle,
  type Label,
  type Point,
  RESIZE_HANDLE_SIZE,
  ROTATION_HANDLE_OFFSET,
  type Rect,
  type Size,
  HANDLE_DIRECTION,
  canRotate,
  handlesOf,
  rectCenter,
  rectContains,
  toBoxFrame,
} from "@precount/domain";
import { type Viewport, toPhoto, toView } from "../viewport.ts";
import { type Hit, type ToolBox, type ToolContext, selectedEditableBox } from "./state.ts";

/** Half of what a finger needs to meet something (44 px across), and a mouse. CSS pixels. */
const TOUCH_HIT_RADIUS_PX = 22;
const MOUSE_HIT_RADIUS_PX = RESIZE_HANDLE_SIZE / 2 + 2;
/** A side shorter than this on the screen has no room for a handle in its middle. */
const MIN_SIDE_WITH_MIDDLE_HANDLE_PX = 3 * RESIZE_HANDLE_SIZE;

/** A box's handles in the window, the turned box's own corners and edges. */
export function handlePoints(rect: Rect, label: Label, viewport: Viewport): { handle: Handle; at: Point }[] {
  const hasMiddle = (side: number): boolean =>
    label === "shelf" || side * viewport.scale >= MIN_SIDE_WITH_MIDDLE_HANDLE_PX;
  return handlesOf(label)
    .filter((handle) => {
      const { x, y } = HANDLE_DIRECTION[handle];
      return (x !== 0 || hasMiddle(rect.width)) && (y !== 0 || hasMiddle(rect.height));
    })
    .map((handle) => {
      const { x, y } = HANDLE_DIRECTION[handle];
      return { handle, at: toView(viewport, fromBoxFrame(rect, (x * rect.width) / 2, (y * rect.height) / 2)) };
    });
}

/** The knob that turns a box and the edge it hangs on: above it, or below where above is outside the window. */
export function rotationHandlePoint(
  rect: Rect,
  label: Label,
  viewport: Viewport,
  view: Size,
): { from: Point; at: Point } | null {
  if (!canRotate(label)) return null;
  const [above, below] = [-1, 1].map((side) => {
    const edge = (side * rect.height) / 2;
    const away = (side * ROTATION_HANDLE_OFFSET) / viewport.scale;
    return {
      from: toView(viewport, fromBoxFrame(rect, 0, edge)),
      at: toView(viewport, fromBoxFrame(rect, 0, edge + away)),
    };
  });
  const isSeen = ({ x, y }: Point): boolean =>
    x >= RESIZE_HANDLE_SIZE / 2 &&
    y >= RESIZE_HANDLE_SIZE / 2 &&
    x <= view.width - RESIZE_HANDLE_SIZE / 2 &&
    y <= view.height - RESIZE_HANDLE_SIZE / 2;
  return above && below && !isSeen(above.at) && isSeen(below.at) ? below : (above ?? null);
}

/** A point of the photo, given from the box's centre along its own width and height. */
function fromBoxFrame(rect: Rect, dx: number, dy: number): Point {
  const centre = rectCenter(rect);
  const turned = toBoxFrame({ x: dx, y: dy }, { x: 0, y: 0 }, -(rect.angle ?? 0));
  return { x: centre.x + turned.x, y: centre.y + turned.y };
}

/** What is under `at` (in the window): the chosen box's handles first, then the smallest box there. */
export function hitTest(at: Point, isTouch: boolean, context: ToolContext): Hit {
  const held = selectedEditableBox(context);
  const grip = held && handleAt(held, at, isTouch, context);
  if (grip) return grip;
  const point = toPhoto(context.viewport, at);
  const box =
    boxAt(context.boxes, point, 0) ??
    (isTouch ? boxAt(context.boxes, point, TOUCH_HIT_RADIUS_PX / context.viewport.scale) : undefined);
  return box ? { kind: "box", index: box.index } : { kind: "photo" };
}

function handleAt({ rect, label }: ToolBox, at: Point, isTouch: boolean, { viewport, view }: ToolContext): Hit | null {
  const reach = isTouch ? TOUCH_HIT_RADIUS_PX : MOUSE_HIT_RADIUS_PX;
  const knob = rotationHandlePoint(rect, label, viewport, view);
  if (knob && distance(knob.at, at) <= reach) return { kind: "rotation" };
  // Inside a small box its middle must stay free to move it: handles there reach less far.
  const isInside = rectContains(rect, toPhoto(viewport, at));
  const shorter = (label === "shelf" ? rect.height : Math.min(rect.width, rect.height)) * viewport.scale;
  const reachHere = isInside ? Math.min(reach, shorter / 3) : reach;
  let nearest: { handle: Handle; away: number } | null = null;
  for (const { handle, at: place } of handlePoints(rect, label, viewport)) {
    // A shelf's edge is taken anywhere along it: its middle may be far outside the window.
    const away = label === "shelf" ? Math.abs(place.y - at.y) : distance(place, at);
    if (away <= reachHere && away < (nearest?.away ?? Number.POSITIVE_INFINITY)) nearest = { handle, away };
  }
  return nearest && { kind: "handle", handle: nearest.handle };
}

const area = ({ rect }: ToolBox): number => rect.width * rect.height;

/** The smallest box over a point, each reaching `slack` pixels of the photo further than it is drawn. */
function boxAt(boxes: readonly ToolBox[], point: Point, slack: number): ToolBox | undefined {
  let best: ToolBox | undefined;
  for (const box of boxes) {
    const { x, y, width, height, angle = 0 } = box.rect;
    const reached = { x: x - slack, y: y - slack, width: width + 2 * slack, height: height + 2 * slack, angle };
    if (rectContains(reached, point) && (best === undefined || area(box) < area(best))) best = box;
  }
  return best;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const CURSORS = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"] as const;
const STEPS: Readonly<Record<Handle, number>> = { n: 0, ne: 1, e: 2, se: 3, s: 4, sw: 5, w: 6, nw: 7 };

/** The arrows that lie nearest to the way a handle of a turned box pulls. */
export const resizeCursor = (handle: Handle, angle: number): string =>
  CURSORS[(STEPS[handle] + Math.round(angle / 45)) % 4] ?? "move";
