import type { Size } from "@precount/domain";
import { type CSSProperties, type ReactElement, type ReactNode, useMemo } from "react";
import { draftBox } from "../tools/state.ts";
import { BoxButtons } from "./BoxButtons.tsx";
import { BoxOutlines } from "./BoxOutlines.tsx";
import { HATCH_ID } from "./BoxShape.tsx";
import { Captions } from "./Captions.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import { useStore } from "./use-store.ts";
import "./photo-overlay.css";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = {
  photo: Size;
  view: Size | null;
  boxes: readonly OverlayBox[];
  /** Extra SVG content above the boxes, in photo pixels. There `--px` is the size of one CSS pixel in photo pixels. */
  over: ReactNode;
  selected: number | null;
  tools: Tools;
  control: ViewportControl;
};

/**
 * All boxes in photo pixels. Outlines, captions, buttons and extra content are separate layers, so that a change in
 * one does not render the others.
 */
export function PhotoOverlay({ photo, view, boxes, over, selected, tools, control }: Props): ReactElement {
  const editedIndex = useStore(tools.store, (state) => draftBox(state)?.index ?? null);
  const except = useMemo(() => [selected, editedIndex], [selected, editedIndex]);
  return (
    <>
      <OverlayLayer photo={photo} style={OUTLINE_LAYER_STYLE}>
        <defs>
          <pattern id={HATCH_ID} width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="8" height="24" fill="#8A8F98" />
          </pattern>
        </defs>
        <BoxOutlines boxes={boxes} hiddenIndexes={except} control={control} />
        <g aria-hidden className="precount-captions">
          <Captions boxes={boxes} selected={selected} view={view} control={control} />
        </g>
      </OverlayLayer>
      <OverlayLayer photo={photo} className="precount-boxes">
        <BoxButtons boxes={boxes} selected={selected} />
      </OverlayLayer>
      {over !== undefined && (
        <ExtraOverlay photo={photo} control={control}>
          {over}
        </ExtraOverlay>
      )}
    </>
  );
}

/** A compositing layer of its own, so that a changed box does not repaint the photo. */
const OUTLINE_LAYER_STYLE: CSSProperties = { pointerEvents: "none", transform: "translateZ(0)" };

type OverlayLayerProps = { photo: Size; className?: string; style?: CSSProperties; children: ReactNode };

const OverlayLayer = ({ photo: { width, height }, className, style, children }: OverlayLayerProps): ReactElement => (
  <svg
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    className={className}
    style={{ position: "absolute", inset: 0, overflow: "visible", ...style }}
  >
    {children}
  </svg>
);

/** The extra content is small, so it may depend on the zoom through the inherited property `--px`. */
function ExtraOverlay({
  photo,
  control,
  children,
}: Pick<Props, "photo" | "control"> & { children: ReactNode }): ReactElement {
  const scale = useStore(control.store, (viewport) => viewport?.scale ?? 1);
  return (
    <OverlayLayer photo={photo} style={{ pointerEvents: "none", ["--px" as string]: `${1 / scale}px` }}>
      {children}
    </OverlayLayer>
  );
}
