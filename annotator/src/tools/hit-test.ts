import {
  type Handle,
  type ResultClass,
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

/** Hit radius, CSS pixels: a touch target is 44 pixels wide; the mouse needs less. */
const TOUCH_HIT_RADIUS_PX = 22;
const MOUSE_HIT_RADIUS_PX = RESIZE_HANDLE_SIZE / 2 + 2;
/** A shorter side on the screen has no room for a handle in its middle. */
const MIN_SIDE_WITH_MIDDLE_HANDLE_PX = 3 * RESIZE_HANDLE_SIZE;

/** Positions of a box's resize handles in the window, on the corners and edges of the rotated box. */
export function handlePoints(rect: Rect, label: ResultClass, viewport: Viewport): { handle: Handle; at: Point }[] {
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

/**
 * The rotation handle and the edge point it is attached to: above the box, or below it if the place above is outside
 * the window.
 */
export function rotationHandlePoint(
  rect: Rect,
  label: ResultClass,
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

/** Converts a point in the box's frame (relative to its center, along its width and height) to a photo point. */
function fromBoxFrame(rect: Rect, dx: number, dy: number): Point {
  const center = rectCenter(rect);
  const offset = toBoxFrame({ x: dx, y: dy }, { x: 0, y: 0 }, -(rect.angle ?? 0));
  return { x: center.x + offset.x, y: center.y + offset.y };
}

/** What is under `at` (window coordinates): first the handles of the selected box, then the smallest box. */
export function hitTest(at: Point, isTouch: boolean, context: ToolContext): Hit {
  const editable = selectedEditableBox(context);
  const handleHit = editable && handleAt(editable, at, isTouch, context);
  if (handleHit) return handleHit;
  const point = toPhoto(context.viewport, at);
  const box =
    boxAt(context.boxes, point, 0) ??
    (isTouch ? boxAt(context.boxes, point, TOUCH_HIT_RADIUS_PX / context.viewport.scale) : undefined);
  return box ? { kind: "box", index: box.index } : { kind: "photo" };
}

function handleAt({ rect, label }: ToolBox, at: Point, isTouch: boolean, { viewport, view }: ToolContext): Hit | null {
  const radius = isTouch ? TOUCH_HIT_RADIUS_PX : MOUSE_HIT_RADIUS_PX;
  const rotation = rotationHandlePoint(rect, label, viewport, view);
  if (rotation && distance(rotation.at, at) <= radius) return { kind: "rotation" };
  // Inside a small box the hit radius is smaller, so that its middle can still be used to move it.
  const isInside = rectContains(rect, toPhoto(viewport, at));
  const shorter = (label === "shelf" ? rect.height : Math.min(rect.width, rect.height)) * viewport.scale;
  const handleRadius = isInside ? Math.min(radius, shorter / 3) : radius;
  let nearest: { handle: Handle; away: number } | null = null;
  for (const { handle, at: place } of handlePoints(rect, label, viewport)) {
    // A shelf's edge can be dragged at any point, because its middle may be far outside the window.
    const away = label === "shelf" ? Math.abs(place.y - at.y) : distance(place, at);
    if (away <= handleRadius && away < (nearest?.away ?? Number.POSITIVE_INFINITY)) nearest = { handle, away };
  }
  return nearest && { kind: "handle", handle: nearest.handle };
}

const area = ({ rect }: ToolBox): number => rect.width * rect.height;

/** The smallest box that contains a point. Each box is enlarged by `slack` photo pixels on all sides. */
function boxAt(boxes: readonly ToolBox[], point: Point, slack: number): ToolBox | undefined {
  let best: ToolBox | undefined;
  for (const box of boxes) {
    const { x, y, width, height, angle = 0 } = box.rect;
    const enlarged = { x: x - slack, y: y - slack, width: width + 2 * slack, height: height + 2 * slack, angle };
    if (rectContains(enlarged, point) && (best === undefined || area(box) < area(best))) best = box;
  }
  return best;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const CURSORS = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"] as const;
const STEPS: Readonly<Record<Handle, number>> = { n: 0, ne: 1, e: 2, se: 3, s: 4, sw: 5, w: 6, nw: 7 };

/** The resize cursor closest to the direction in which a handle of a rotated box moves. */
export const resizeCursor = (handle: Handle, angle: number): string =>
  CURSORS[(STEPS[handle] + Math.round(angle / 45)) % 4] ?? "move";
