import type { Size } from "@precount/domain";
import { type PointerEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { type Point, panBy, toCss, toView, zoomAt } from "../viewport.ts";
import { Box, HATCH_ID } from "./Box.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = {
  window: RefObject<HTMLDivElement | null>;
  view: Size | null;
  control: ViewportControl;
  photo: Size;
  /** What is shown of the photo; null while it loads. */
  src: string | null;
  alt: string;
  boxes: readonly OverlayBox[];
  selected: number | null;
  onSelect: (index: number | null) => void;
};

/** A pointer that moves less than this between down and up was a click, CSS pixels. */
const CLICK_PX = 4;

/**
 * The photo with its boxes. One CSS transform moves both, so panning and zooming draw nothing again.
 * Boxes are nodes of the document: they have names, focus and order.
 */
export function PhotoStage(props: Props): ReactElement {
  const { window: windowRef, view, control, photo, src, alt, boxes, selected, onSelect } = props;
  const { viewport } = control;
  const [hovered, setHovered] = useState<number | null>(null);
  const drag = useRef<{ at: Point; moved: boolean } | null>(null);
  useWheelZoom(windowRef, view, photo, control);

  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    drag.current = { at: { x: event.clientX, y: event.clientY }, moved: false };
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (!held || !view) return;
    const dx = event.clientX - held.at.x;
    const dy = event.clientY - held.at.y;
    if (!held.moved && Math.hypot(dx, dy) < CLICK_PX) return;
    if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { at: { x: event.clientX, y: event.clientY }, moved: true };
    control.change((now) => panBy(now, dx, dy, photo, view));
  };
  const up = (event: PointerEvent): void => {
    const wasClick = drag.current?.moved === false;
    drag.current = null;
    if (wasClick) onSelect(boxIndexAt(event.target));
  };
  const tipped = boxes.find((box) => box.index === (hovered ?? selected));

  return (
    // The boxes inside are the buttons; this only listens for all of them, and for the drag of the photo.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={windowRef}
      aria-label="Photo with its labels"
      style={{
        position: "relative",
        overflow: "hidden",
        width: "100%",
        height: "100%",
        touchAction: "none",
        cursor: "grab",
      }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => (drag.current = null)}
      onPointerOver={(event) => setHovered(boxIndexAt(event.target))}
      onPointerLeave={() => setHovered(null)}
      onKeyDown={(event) => {
        const index = boxIndexAt(event.target);
        if (index === null || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        onSelect(index);
      }}
    >
      {viewport && (
        <div
          style={{
            position: "absolute",
            width: photo.width,
            height: photo.height,
            transformOrigin: "0 0",
            transform: toCss(viewport),
            background: "rgba(128,128,128,0.2)",
            ["--px" as string]: `${1 / viewport.scale}px`,
          }}
        >
          {src && (
            <img
              src={src}
              alt={alt}
              draggable={false}
              width={photo.width}
              height={photo.height}
              style={{ display: "block", width: "100%", height: "100%", userSelect: "none" }}
            />
          )}
          <svg
            viewBox={`0 0 ${photo.width} ${photo.height}`}
            width={photo.width}
            height={photo.height}
            style={{ position: "absolute", inset: 0, overflow: "visible" }}
          >
            <defs>
              <pattern id={HATCH_ID} width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="8" height="24" fill="#8A8F98" />
              </pattern>
            </defs>
            {boxes.map((box) => (
              <Box key={box.index} box={box} isSelected={box.index === selected} />
            ))}
          </svg>
        </div>
      )}
      {viewport && tipped && hovered !== null && (
        <Tip box={tipped} at={toView(viewport, { x: tipped.rect.x, y: tipped.rect.y + tipped.rect.height })} />
      )}
    </section>
  );
}

function Tip({ box, at }: { box: OverlayBox; at: Point }): ReactElement {
  return (
    <div
      role="tooltip"
      style={{
        position: "absolute",
        left: Math.max(4, at.x),
        top: at.y + 8,
        padding: "4px 8px",
        borderRadius: 6,
        background: "rgba(0,0,0,0.82)",
        color: "#fff",
        pointerEvents: "none",
        whiteSpace: "nowrap",
        fontVariantNumeric: "tabular-nums",
      }}
    >
      {box.tip.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

const boxIndexAt = (target: EventTarget): number | null => {
  const index = target instanceof Element ? target.closest("[data-index]")?.getAttribute("data-index") : null;
  return index === null || index === undefined ? null : Number(index);
};

/** React's wheel listeners are passive and could not keep the page from scrolling or zooming. */
function useWheelZoom(windowRef: Props["window"], view: Size | null, photo: Size, control: ViewportControl): void {
  const latest = useRef({ view, photo, control });
  useEffect(() => {
    latest.current = { view, photo, control };
  });
  useEffect(() => {
    const element = windowRef.current;
    if (!element) return undefined;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { view: window, photo: whole, control: now } = latest.current;
      if (!window) return;
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      // A notch of a wheel is 100–120; a pinch on a touchpad comes as many small ones with Ctrl.
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      now.change((viewport) => zoomAt(viewport, at, factor, whole, window));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [windowRef]);
}
