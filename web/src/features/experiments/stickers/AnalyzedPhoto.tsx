import { CompressOutlined, MinusOutlined, PlusOutlined } from "@ant-design/icons";
import { ZOOM_STEP } from "@precount/annotator";
import {
  type OverlayBox,
  PhotoStage,
  type ViewportControl,
  useSize,
  useTools,
  useViewport,
  zoomBy,
} from "@precount/annotator/react";
import type { Rect, Size } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, type Ref, useImperativeHandle, useRef } from "react";
import styles from "../Experiments.module.css";

export type PhotoHandle = { show: (rect: Rect) => void };

type Props = {
  ref: Ref<PhotoHandle>;
  /** The size of the upright photo. */
  size: Size;
  /** Null when the browser cannot show the file. */
  src: string | null;
  name: string;
  boxes: readonly OverlayBox[];
  selected: number | null;
  onSelect: (index: number | null) => void;
};

const noop = (): void => undefined;

/** The photo with the results, read-only. */
export function AnalyzedPhoto({ ref, size, src, name, boxes, selected, onSelect }: Props): ReactElement {
  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(size, view);
  useImperativeHandle(ref, () => ({ show: control.show }), [control]);
  const tools = useTools({
    control,
    view,
    photo: size,
    boxes,
    selected,
    canEdit: false,
    onSelect,
    onOpen: noop,
    onAdd: noop,
    onChange: noop,
  });
  return (
    <>
      <PhotoStage
        window={windowRef}
        control={control}
        tools={tools}
        photo={size}
        imageElement={src === null ? null : { src, naturalWidth: size.width, naturalHeight: size.height }}
        alt={`Photo ${name}`}
        boxes={boxes}
        selected={selected}
        canEdit={false}
        onSelect={onSelect}
      />
      <ZoomBar control={control} />
    </>
  );
}

function ZoomBar({ control }: { control: ViewportControl }): ReactElement {
  return (
    <div className={styles["zoom"]}>
      <Button
        type="text"
        icon={<MinusOutlined />}
        aria-label="Zoom out"
        onClick={() => zoomBy(control, 1 / ZOOM_STEP)}
      />
      <Button type="text" icon={<PlusOutlined />} aria-label="Zoom in" onClick={() => zoomBy(control, ZOOM_STEP)} />
      <Button type="text" icon={<CompressOutlined />} aria-label="Fit" onClick={control.fitPhoto} />
    </div>
  );
}
