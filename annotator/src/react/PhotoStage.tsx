import type { Size } from "@precount/domain";
import type { ReactElement, ReactNode, RefObject } from "react";
import { canvasMode } from "../tools/canvas-mode.ts";
import { cursorFor } from "../tools/cursor.ts";
import { boxIndexOf } from "./BoxButtons.tsx";
import { EditHandles } from "./EditHandles.tsx";
import { ActiveBoxes } from "./ActiveBoxes.tsx";
import { ViewportLayer } from "./ViewportLayer.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import { PhotoOverlay } from "./PhotoOverlay.tsx";
import { BoxTooltip } from "./BoxTooltip.tsx";
import { pointerHandlersFor } from "./pointer-handlers.ts";
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
  /** The loaded image, which may be smaller than the photo; null while it loads. */
  imageElement: Pick<HTMLImageElement, "src" | "naturalWidth" | "naturalHeight"> | null;
  alt: string;
  boxes: readonly OverlayBox[];
  /** Extra SVG content above the boxes, in photo pixels. */
  over?: ReactNode;
  selected: number | null;
  canEdit: boolean;
  onSelect: (index: number | null) => void;
};

/**
 * The photo with its boxes. Each box is a DOM node with an accessible name, focus and tab order. Pointer events are
 * passed to the tools' state machine, which decides what they mean.
 */
export function PhotoStage(props: Props): ReactElement {
  const {
    window: windowRef,
    control,
    tools,
    photo,
    imageElement,
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
  const mode = useStore(tools.store, canvasMode);

  return (
    // The boxes inside are the buttons. This element listens for all of them and for drags of the photo.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the tools have keys too
    <section
      ref={windowRef}
      aria-label="Photo with results"
      data-mode={mode}
      tabIndex={-1}
      style={{
        position: "relative",
        // `clip`, not `hidden`: with `hidden` the browser would scroll to the focused box, which `useFocusedBox`
        // brings into view.
        overflow: "clip",
        outline: "none",
        width: "100%",
        height: "100%",
        touchAction: "none",
        userSelect: "none",
        cursor,
      }}
      {...focusing}
      {...pointerHandlersFor(tools)}
      // The tools decide what was pressed. The browser's default would focus the topmost box, which may be another
      // one, and would start autoscroll with the middle button. The photo takes the focus, and with it the keys.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
      }}
      onKeyDown={(event) => {
        const index = boxIndexOf(event.target);
        // On the selected box the tools handle Enter.
        if (index === null || index === selected || event.key !== "Enter") return;
        if (tools.store.get().tool !== "select") return;
        event.preventDefault();
        onSelect(index);
      }}
    >
      <ViewportLayer control={control} photo={photo}>
        {imageElement && <PhotoImage imageElement={imageElement} photo={photo} alt={alt} />}
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

type PhotoImageProps = { imageElement: NonNullable<Props["imageElement"]>; photo: Size; alt: string };

/**
 * Scaled from image pixels to photo pixels by a transform on its own layer: the browser rasterizes the image once for
 * many zoom levels.
 */
function PhotoImage({ imageElement, photo, alt }: PhotoImageProps): ReactElement {
  const { src, naturalWidth, naturalHeight } = imageElement;
  const transform = `translateZ(0) scale(${photo.width / naturalWidth}, ${photo.height / naturalHeight})`;
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      width={naturalWidth}
      height={naturalHeight}
      style={{ display: "block", transformOrigin: "0 0", transform }}
    />
  );
}
