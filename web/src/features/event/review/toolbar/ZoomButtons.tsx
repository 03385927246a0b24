import { CompressOutlined, MinusOutlined, PlusOutlined } from "@ant-design/icons";
import { ZOOM_STEP } from "@precount/annotator";
import { type ViewportControl, useStore, zoomBy } from "@precount/annotator/react";
import { Button } from "antd";
import type { ReactElement } from "react";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "../Review.module.css";

type Props = {
  control: ViewportControl;
  /** Only "Fit", where there is little space: two fingers zoom. */
  onlyFit?: boolean;
};

export function ZoomButtons({ control, onlyFit = false }: Props): ReactElement {
  const percent = useStore(control.store, (viewport) => viewport && Math.round(viewport.scale * 100));
  const fitTooltip = useKeyTooltip("zoom.fit", "Whole photo");
  const outTooltip = useKeyTooltip("zoom.out", "Zoom out");
  const inTooltip = useKeyTooltip("zoom.in", "Zoom in");
  const oneTooltip = useKeyTooltip("zoom.one", "One to one");
  const fit = (
    <WithTooltip title={fitTooltip}>
      <Button type="text" icon={<CompressOutlined />} aria-label="Fit" onClick={control.fitPhoto} />
    </WithTooltip>
  );
  if (onlyFit) return fit;
  return (
    <>
      <WithTooltip title={outTooltip}>
        <Button
          type="text"
          icon={<MinusOutlined />}
          aria-label="Zoom out"
          onClick={() => zoomBy(control, 1 / ZOOM_STEP)}
        />
      </WithTooltip>
      <span className={styles["zoom"]}>{percent === null ? "–" : `${percent} %`}</span>
      <WithTooltip title={inTooltip}>
        <Button type="text" icon={<PlusOutlined />} aria-label="Zoom in" onClick={() => zoomBy(control, ZOOM_STEP)} />
      </WithTooltip>
      {fit}
      <WithTooltip title={oneTooltip}>
        <Button type="text" onClick={() => zoomBy(control, "one")}>
          1:1
        </Button>
      </WithTooltip>
    </>
  );
}
