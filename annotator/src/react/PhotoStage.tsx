import type { Size } from "@precount/domain";
import type { PointerEvent, ReactElement, ReactNode, RefObject } from "react";
import { cursorFor } from "../tools/cursor.ts";
import type { Point } from "../viewport.ts";
import { boxIndexOf } from "./BoxButtons.tsx";
import { EditHandles } from "./EditHandles.tsx";
import { ActiveBoxes } from "./ActiveBoxes.tsx";
import { ViewportLayer } from "./ViewportLayer.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import { PhotoOverlay } from "./PhotoOverlay.tsx";
import { BoxTooltip } from "./BoxTooltip.tsx";
import { useFocusedBox } from "./use-focused-box.ts";
import { useSize } from "./use-size.ts";
import { useStore } from "./use-store.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";
import { useWheelZoom } from "./use-wheel-zoom.ts";

type Props = {
  window: RefObject<HTMLDivElement | null>;
  control: ViewportControl;
  tools: Tools;
  photo: Size;
  /** What is shown of the photo, which may be smaller than it; null while it loads. */
  imageElement: Pick<HTMLImageElement, "src" | "naturalWidth" | "naturalHeight"> | null;
  alt: string;
  boxes: readonly OverlayBox[];
  /** Drawn over the boxes, in the photo's pixels. */
  over?: ReactNode;
  selected: number | null;
  canEdit: boolean;
  onSelect: (index: number | null) => void;
};

/**
 * The photo with its boxes. Boxes are nodes of the document: they have names, focus and order. What a pointer
 * means is the tools' business; here its events are only handed on.
 */
export function PhotoStage(props: Props): ReactElement {
  const {
    window: windowRef,
    control,
    tools,
    photo,
    imageElement: picture,
    alt,
    boxes,
    over,
    selected,
    canEdit,
    onSelect,
  } = props;
  useWheelZoom(windowRef, control);
  const view = useSize(windowRef);
  const { focused, ...focusing } = useFocusedBox({ boxes, tools, control });
  const cursor = useStore(tools.store, (state) => cursorFor(state, tools.context()));

  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button > 1) return;
    // From now on its moves come here wherever it goes.
    event.currentTarget.setPointerCapture(event.pointerId);
    const { id, at } = pointer(event);
    const pans = event.button === 1 || tools.pans.current;
    tools.send({ type: "down", pointer: { id, at, isTouch: event.pointerType === "touch" }, pans });
  };
  const lose = ({ pointerId: id }: PointerEvent): void => tools.send({ type: "canceled", id });

  return (
    // The boxes inside are the buttons; this only listens for all of them, and for the drag of the photo.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={windowRef}
      aria-label="Photo with its labels"
      tabIndex={-1}
      style={{
        position: "relative",
        // Clipped, not hidden: a browser would scroll to what gets the focus, and the photo has its own way to go there.
        overflow: "clip",
        outline: "none",
        width: "100%",
        height: "100%",
        touchAction: "none",
        userSelect: "none",
        cursor,
      }}
      {...focusing}
      onPointerDown={down}
      // The browser hands moves on once a frame, which is the spec's 16 ms.
      onPointerMove={(event) => tools.send({ type: "move", ...pointer(event), isButtonDown: event.buttons !== 0 })}
      onPointerUp={(event) => tools.send({ type: "up", ...pointer(event) })}
      onPointerCancel={lose}
      onLostPointerCapture={lose}
      onPointerLeave={() => tools.send({ type: "leave" })}
      // What is pressed is the tools' to say: the browser would focus the topmost box, which may be another, and
      // begin to scroll with the middle button. The photo has the keys from now on, not the field one came from.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
      }}
      onKeyDown={(event) => {
        const index = boxIndexOf(event.target);
        // On the chosen one it is the tools' key.
        if (index === null || index === selected || event.key !== "Enter") return;
        if (tools.store.get().tool !== "select") return;
        event.preventDefault();
        onSelect(index);
      }}
    >
      <ViewportLayer control={control} photo={photo}>
        {picture && (
          <img
            src={picture.src}
            alt={alt}
            draggable={false}
            // In its own pixels, which are then made the photo's. A layer of its own: a browser draws a picture once for many zooms.
            width={picture.naturalWidth}
            height={picture.naturalHeight}
            style={{ display: "block", transformOrigin: "0 0", transform: imageTransform(picture, photo) }}
          />
        )}
        <PhotoOverlay
          photo={photo}
          view={view}
          boxes={boxes}
          over={over}
          selected={selected}
          tools={tools}
          control={control}
        />
      </ViewportLayer>
      <ActiveBoxes boxes={boxes} selected={selected} focused={focused} tools={tools} control={control} />
      <EditHandles tools={tools} control={control} boxes={boxes} selected={selected} canEdit={canEdit} />
      <BoxTooltip boxes={boxes} tools={tools} control={control} />
    </section>
  );
}

const imageTransform = (
  { naturalWidth, naturalHeight }: NonNullable<Props["imageElement"]>,
  { width, height }: Size,
): string => `translateZ(0) scale(${width / naturalWidth}, ${height / naturalHeight})`;

/** Whose pointer, and where in the window. */
function pointer(event: PointerEvent<HTMLElement>): { id: number; at: Point; isCoarse: boolean } {
  const frame = event.currentTarget.getBoundingClientRect();
  const at = { x: event.clientX - frame.left, y: event.clientY - frame.top };
  return { id: event.pointerId, at, isCoarse: event.shiftKey };
}
