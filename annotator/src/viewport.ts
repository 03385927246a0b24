import type { Rect, Size } from "@precount/domain";

/**
 * The position of the photo in its window. A photo point (in photo pixels) appears at `photo · scale + offset` CSS
 * pixels from the window's upper left corner.
 */
export type Viewport = { readonly scale: number; readonly x: number; readonly y: number };
export type Point = { readonly x: number; readonly y: number };

/** Eight CSS pixels per photo pixel. Zooming in further shows no more detail. */
export const MAX_SCALE = 8;
/** Margin around a photo that is fitted to the window, CSS pixels. */
const FIT_MARGIN_PX = 8;
/** How much of the photo stays visible however far it is dragged, CSS pixels. */
const MIN_VISIBLE_PX = 64;

/** The viewport that shows the whole photo, centered and as large as possible. */
export function fit(photo: Size, view: Size): Viewport {
  const scale = fitScale(photo, view);
  return { scale, x: (view.width - photo.width * scale) / 2, y: (view.height - photo.height * scale) / 2 };
}

export function fitScale(photo: Size, view: Size): number {
  const width = Math.max(1, view.width - 2 * FIT_MARGIN_PX);
  const height = Math.max(1, view.height - 2 * FIT_MARGIN_PX);
  return Math.min(width / photo.width, height / photo.height, MAX_SCALE);
}

/** Zooms by `factor` and keeps the photo point under `at` (window coordinates) in place. */
export function zoomAt(viewport: Viewport, at: Point, factor: number, photo: Size, view: Size): Viewport {
  const minScale = Math.min(1, fitScale(photo, view)) / 2;
  const scale = Math.min(MAX_SCALE, Math.max(minScale, viewport.scale * factor));
  const ratio = scale / viewport.scale;
  return keepInView(
    { scale, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio },
    photo,
    view,
  );
}

export function panBy(viewport: Viewport, dx: number, dy: number, photo: Size, view: Size): Viewport {
  return keepInView({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, photo, view);
}

/** Moves and zooms so that the photo points under both fingers follow the fingers. */
export function pinch(
  viewport: Viewport,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  photo: Size,
  view: Size,
): Viewport {
  const midpoint = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const distance = ([a, b]: readonly [Point, Point]): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [before, after] = [midpoint(from), midpoint(to)];
  const zoomed = zoomAt(viewport, before, distance(to) / distance(from), photo, view);
  return panBy(zoomed, after.x - before.x, after.y - before.y, photo, view);
}

/** One photo pixel per CSS pixel; the middle of the window stays in place. */
export function oneToOne(viewport: Viewport, photo: Size, view: Size): Viewport {
  return zoomAt(viewport, { x: view.width / 2, y: view.height / 2 }, 1 / viewport.scale, photo, view);
}

/** Centers `rect` and zooms in until its text is readable. Never zooms out. */
export function centerOn(viewport: Viewport, rect: Rect, photo: Size, view: Size): Viewport {
  // A sticker that fills a fifth of the window is readable and still shows its neighbors.
  const readableScale = Math.min(view.width / (rect.width * 5), view.height / (rect.height * 5), 2);
  const scale = Math.min(MAX_SCALE, Math.max(viewport.scale, readableScale));
  const x = view.width / 2 - (rect.x + rect.width / 2) * scale;
  const y = view.height / 2 - (rect.y + rect.height / 2) * scale;
  return keepInView({ scale, x, y }, photo, view);
}

/** Whether all of `rect` is visible. */
export function isInView(viewport: Viewport, rect: Rect, view: Size): boolean {
  const from = toView(viewport, rect);
  const to = toView(viewport, { x: rect.x + rect.width, y: rect.y + rect.height });
  return from.x >= 0 && from.y >= 0 && to.x <= view.width && to.y <= view.height;
}

export const toView = ({ scale, x, y }: Viewport, point: Point): Point => ({
  x: point.x * scale + x,
  y: point.y * scale + y,
});

export const toPhoto = ({ scale, x, y }: Viewport, point: Point): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});

/**
 * The viewport as a CSS transform. `translate3d` gives the element its own compositing layer, and the offset is
 * rounded to whole screen pixels, so that panning moves the layer without repainting it.
 * @param density screen pixels per CSS pixel
 */
export const toCss = ({ scale, x, y }: Viewport, density: number): string =>
  `translate3d(${roundToScreenPx(x, density)}px, ${roundToScreenPx(y, density)}px, 0) scale(${scale})`;

const roundToScreenPx = (px: number, density: number): number => Math.round(px * density) / density;

function keepInView(viewport: Viewport, photo: Size, view: Size): Viewport {
  return {
    scale: viewport.scale,
    x: clampOffset(viewport.x, photo.width * viewport.scale, view.width),
    y: clampOffset(viewport.y, photo.height * viewport.scale, view.height),
  };
}

/** One axis. `offset` and `length` are the photo's position and size in the window, CSS pixels. */
function clampOffset(offset: number, length: number, window: number): number {
  const visible = Math.min(MIN_VISIBLE_PX, length, window);
  return Math.min(window - visible, Math.max(visible - length, offset));
}
