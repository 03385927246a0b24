import {
  CompressOutlined,
  DownloadOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  MinusOutlined,
  PlusOutlined,
  RotateRightOutlined,
} from "@ant-design/icons";
import { ZOOM_STEP } from "@precount/annotator";
import { type Tools, type ViewportControl, useStore, zoomBy } from "@precount/annotator/react";
import {
  type Image,
  type ImageDetection,
  type Project,
  ROTATIONS,
  type Result,
  type Rotation,
  detectionCan,
  imageCan,
} from "@precount/domain";
import { Button, Checkbox, Popover, Radio, Select, Tooltip } from "antd";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../lib/reason.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { DETECTION_LOOKS } from "../../ui/status.tsx";
import { ToolButtons } from "./canvas/ToolButtons.tsx";
import { DetectDialog } from "./DetectDialog.tsx";
import type { ShownLabels } from "./labels.ts";
import styles from "./Review.module.css";
import type { DetectionActions } from "./use-detection-actions.ts";

/** What is drawn and what is folded away. */
export type Shown = ShownLabels & { panel: boolean };

type Props = {
  event: Project;
  image: Image;
  detection: ImageDetection;
  results: readonly Result[];
  shown: Shown;
  onShown: (shown: Shown) => void;
  control: ViewportControl;
  tools: Tools;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  actions: DetectionActions;
  onModel: (sid: string) => void;
};

export function ReviewToolbar(props: Props): ReactElement {
  const { event, image, detection, results, shown, onShown, control, tools, editReason, actions, onModel } = props;
  const [isDetecting, setDetecting] = useState(false);
  const facts = { status: detection.status, results };
  const context = { image, project: event };
  return (
    <>
      <ToolButtons tools={tools} editReason={editReason} />
      <span className={styles["divider"]} />
      {(["shelves", "stickers", "discarded"] as const).map((what) => (
        <Checkbox
          key={what}
          checked={shown[what]}
          onChange={({ target }) => onShown({ ...shown, [what]: target.checked })}
        >
          {TOGGLES[what]}
        </Checkbox>
      ))}
      <span className={styles["divider"]} />
      <RotationButton image={image} reason={reasonOf(imageCan.rotate(image, event))} onRotate={actions.rotate} />
      <ZoomButtons control={control} />
      <span className={styles["divider"]} />
      {image.detections.length > 1 ? (
        <Select
          aria-label="Detection"
          variant="borderless"
          value={detection.model.sid}
          onChange={onModel}
          popupMatchSelectWidth={false}
          options={image.detections.map(({ model }) => ({ value: model.sid, label: model.name }))}
        />
      ) : (
        <span className="pc-quiet">{detection.model.name}</span>
      )}
      <StatusTag look={DETECTION_LOOKS[detection.status]} />
      <span className="pc-grow" />
      <Tooltip title="Download image">
        <Button
          type="text"
          icon={<DownloadOutlined />}
          aria-label="Download image"
          href={`/api/images/${image.sid}/download`}
          target="_blank"
          rel="noreferrer"
        />
      </Tooltip>
      <ActionMenu
        label="Detection actions"
        actions={[
          {
            key: "select",
            title: "Select detection",
            reason: reasonOf(detectionCan.activate(facts, context)),
            run: actions.select,
          },
          {
            key: "detect",
            title: "Detect Objects",
            reason: reasonOf(imageCan.detect(image, event)),
            run: () => setDetecting(true),
          },
          {
            key: "delete",
            title: "Delete detection",
            danger: true,
            reason: reasonOf(detectionCan.delete(facts, context)),
            run: actions.remove,
          },
        ]}
      />
      <Tooltip title={shown.panel ? "Hide the labels' panel" : "Show the labels' panel"}>
        <Button
          type="text"
          icon={shown.panel ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          aria-label="Labels' panel"
          aria-pressed={shown.panel}
          onClick={() => onShown({ ...shown, panel: !shown.panel })}
        />
      </Tooltip>
      <DetectDialog image={image} isOpen={isDetecting} onClose={() => setDetecting(false)} />
    </>
  );
}

const TOGGLES = { shelves: "Shelves", stickers: "Stickers", discarded: "Discarded" } as const;

const ROTATION_TITLES: Readonly<Record<Rotation, string>> = {
  none: "As the photo says",
  rotate90CW: "90° clockwise",
  rotate180: "180°",
  rotate270CW: "270° clockwise",
};

type RotationProps = { image: Image; reason: string | null; onRotate: (rotation: Rotation) => void };

function RotationButton({ image, reason, onRotate }: RotationProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title="Rotation"
      trigger="click"
      open={isOpen && reason === null}
      onOpenChange={setOpen}
      content={
        <Radio.Group
          orientation="vertical"
          value={image.rotation}
          onChange={({ target }) => {
            setOpen(false);
            // The options are the rotations.
            onRotate(target.value as Rotation);
          }}
          options={ROTATIONS.map((rotation) => ({ value: rotation, label: ROTATION_TITLES[rotation] }))}
        />
      }
    >
      <ReasonButton type="text" icon={<RotateRightOutlined />} aria-label="Rotation" reason={reason} hint="Rotation" />
    </Popover>
  );
}

export function ZoomButtons({ control }: { control: ViewportControl }): ReactElement {
  const percent = useStore(control.store, (viewport) => viewport && Math.round(viewport.scale * 100));
  return (
    <>
      <Tooltip title="Zoom out (−)">
        <Button
          type="text"
          icon={<MinusOutlined />}
          aria-label="Zoom out"
          onClick={() => zoomBy(control, 1 / ZOOM_STEP)}
        />
      </Tooltip>
      <span className={styles["zoom"]}>{percent === null ? "–" : `${percent} %`}</span>
      <Tooltip title="Zoom in (+)">
        <Button type="text" icon={<PlusOutlined />} aria-label="Zoom in" onClick={() => zoomBy(control, ZOOM_STEP)} />
      </Tooltip>
      <Tooltip title="Whole photo (0)">
        <Button type="text" icon={<CompressOutlined />} aria-label="Fit" onClick={control.fitPhoto} />
      </Tooltip>
      <Tooltip title="One to one (1)">
        <Button type="text" onClick={() => zoomBy(control, "one")}>
          1:1
        </Button>
      </Tooltip>
    </>
  );
}
