import type { Rect, Size } from "@precount/domain";

/**
 * How the photo lies in its window. A point of the photo (its own pixels) stands at
 * `photo · scale + offset` CSS pixels from the window's upper left corner.
 */
export type Viewport = { readonly scale: number; readonly x: number; readonly y: number };
export type Point = { readonly x: number; readonly y: number };

/** Eight screen pixels for one of the photo: past that there is nothing more to see. */
export const MAX_SCALE = 8;
/** Space left around a photo that is fitted, CSS pixels. */
const FIT_MARGIN_PX = 8;
/** How much of the photo stays in the window however far it is dragged, CSS pixels. */
const MIN_VISIBLE_PX = 64;

/** The whole photo, as large as it goes, in the middle. */
export function fit(photo: Size, view: Size): Viewport {
  const scale = fitScale(photo, view);
  return { scale, x: (view.width - photo.width * scale) / 2, y: (view.height - photo.height * scale) / 2 };
}

export function fitScale(photo: Size, view: Size): number {
  const width = Math.max(1, view.width - 2 * FIT_MARGIN_PX);
  const height = Math.max(1, view.height - 2 * FIT_MARGIN_PX);
  return Math.min(width / photo.width, height / photo.height, MAX_SCALE);
}

/** Zooms by `factor` so that what is under `at` (in the window) stays under it. */
export function zoomAt(viewport: Viewport, at: Point, factor: number, photo: Size, view: Size): Viewport {
  const smallest = Math.min(1, fitScale(photo, view)) / 2;
  const scale = Math.min(MAX_SCALE, Math.max(smallest, viewport.scale * factor));
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

/** Two fingers go from where they were to where they are: what was between them stays between them. */
export function pinch(
  viewport: Viewport,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  photo: Size,
  view: Size,
): Viewport {
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const spread = ([a, b]: readonly [Point, Point]): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [before, after] = [middle(from), middle(to)];
  const zoomed = zoomAt(viewport, before, spread(to) / spread(from), photo, view);
  return panBy(zoomed, after.x - before.x, after.y - before.y, photo, view);
}

/** One pixel of the photo on one CSS pixel, around the window's middle. */
export function oneToOne(viewport: Viewport, photo: Size, view: Size): Viewport {
  return zoomAt(viewport, { x: view.width / 2, y: view.height / 2 }, 1 / viewport.scale, photo, view);
}

/** `rect`'s middle in the window's middle, and close enough to read it; never zooms out. */
export function centerOn(viewport: Viewport, rect: Rect, photo: Size, view: Size): Viewport {
  // A sticker that fills a fifth of the window reads well and still shows its neighbours.
  const wanted = Math.min(view.width / (rect.width * 5), view.height / (rect.height * 5), 2);
  const scale = Math.min(MAX_SCALE, Math.max(viewport.scale, wanted));
  const x = view.width / 2 - (rect.x + rect.width / 2) * scale;
  const y = view.height / 2 - (rect.y + rect.height / 2) * scale;
  return keepInView({ scale, x, y }, photo, view);
}

/** Whether the whole of `rect` can be seen now. */
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
 * In three dimensions, so that the browser gives it a layer of its own, and on whole pixels of the screen: panning moves that
 * layer and draws nothing again.
 * @param density screen pixels in a CSS pixel
 */
export const toCss = ({ scale, x, y }: Viewport, density: number): string =>
  `translate3d(${onScreen(x, density)}px, ${onScreen(y, density)}px, 0) scale(${scale})`;

const onScreen = (px: number, density: number): number => Math.round(px * density) / density;

function keepInView(viewport: Viewport, photo: Size, view: Size): Viewport {
  return {
    scale: viewport.scale,
    x: keepAlong(viewport.x, photo.width * viewport.scale, view.width),
    y: keepAlong(viewport.y, photo.height * viewport.scale, view.height),
  };
}

/** One direction of it: `offset` and `length` are the photo's in the window, CSS pixels. */
function keepAlong(offset: number, length: number, window: number): number {
  const kept = Math.min(MIN_VISIBLE_PX, length, window);
  return Math.min(window - kept, Math.max(kept - length, offset));
}
