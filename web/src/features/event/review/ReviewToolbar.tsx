import { DownloadOutlined, EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { type Tools, type ViewportControl, zoomBy } from "@precount/annotator/react";
import {
  type DetectionVerb,
  type Image,
  type ImageDetection,
  type Project,
  ROTATIONS,
  imageCan,
} from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, memo, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { ToolButtons } from "./canvas/ToolButtons.tsx";
import { DetectDialog } from "./DetectDialog.tsx";
import { type DetectionRow, detectionRows } from "./detections/detection-rows.ts";
import { DetectionsButton } from "./detections/DetectionsButton.tsx";
import { DetectionsCard } from "./detections/DetectionsCard.tsx";
import type { ResultVisibility } from "../../../ui/displayed-results.ts";
import { reviewKeys, useHint } from "./keyboard/review-keys.ts";
import styles from "./Review.module.css";
import { RotationButton } from "./toolbar/RotationButton.tsx";
import { ROTATION_TITLES } from "../../../ui/rotations.ts";
import { ShownToggles } from "./toolbar/ShownToggles.tsx";
import { useRoom } from "./toolbar/use-room.ts";
import { ZoomButtons } from "./toolbar/ZoomButtons.tsx";
import type { DetectionActions } from "./use-detection-actions.ts";

/** What is drawn and what is folded away. */
export type Shown = ResultVisibility & { panel: boolean };

type Props = {
  event: Project;
  image: Image;
  /** As it stands on the screen, with what waits in the browser. */
  detection: ImageDetection;
  shown: Shown;
  onShown: (shown: Shown) => void;
  control: ViewportControl;
  tools: Tools;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  onAct: DetectionActions["act"];
  onRotate: DetectionActions["rotate"];
  onModel: (sid: string) => void;
};

/** Each of its props stays the same as long as it may: nearly nothing here changes with an edit. */
export const ReviewToolbar = memo((props: Props): ReactElement => {
  const { event, image, detection, shown, onShown, control, tools, editReason, onAct, onRotate, onModel } = props;
  const [isDetecting, setDetecting] = useState(false);
  const room = useRoom();
  // The same for good: what an edit does not change is not drawn anew for it.
  const change = useStableCallback((changes: Partial<ResultVisibility>) => onShown({ ...shown, ...changes }));
  const panelHint = useHint("view.panel", panelTitle(shown));
  const rows = detectionRows(image.detections, detection, { image, project: event });
  const detectReason = reasonOf(imageCan.detect(image, event));
  const rotateReason = reasonOf(imageCan.rotate(image, event));
  const act = (verb: DetectionVerb, row: DetectionRow): void => onAct(verb, row.detection);
  return (
    <>
      <ToolButtons tools={tools} editReason={editReason} />
      {room !== "phone" && <span className={styles["divider"]} />}
      <ShownToggles shown={shown} onChange={change} isFolded={room !== "wide"} />
      {room !== "phone" && (
        <>
          <span className={styles["divider"]} />
          <RotationButton image={image} reason={rotateReason} onRotate={onRotate} />
        </>
      )}
      <ZoomButtons control={control} onlyFit={room === "phone"} />
      <span className="pc-grow" />
      <DetectionsButton rows={rows} isShort={room === "phone" || room === "narrow"}>
        {(close) => (
          <DetectionsCard
            rows={rows}
            detectReason={detectReason}
            onShow={(row) => {
              close();
              onModel(row.detection.model.sid);
            }}
            onAct={(verb, row) => {
              close();
              act(verb, row);
            }}
            onDetect={() => {
              close();
              setDetecting(true);
            }}
          />
        )}
      </DetectionsButton>
      {room === "wide" && (
        <WithTooltip title="Download image">
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label="Download image"
            href={downloadUrl(image)}
            target="_blank"
            rel="noreferrer"
          />
        </WithTooltip>
      )}
      <ActionMenu
        label="More"
        actions={[
          ...(room === "wide" ? [] : [downloadAction(image)]),
          ...(room === "phone" ? [HELP_ACTION] : []),
          KEYS_ACTION,
          { key: "detect", title: "Detect Objects", reason: detectReason, run: () => setDetecting(true) },
          ...(room === "phone" ? [panelAction(shown, onShown), oneToOne(control)] : []),
          ...(room === "phone" ? rotateActions(image, rotateReason, onRotate) : []),
        ]}
      />
      {room !== "phone" && (
        <WithTooltip title={panelHint}>
          <Button
            type="text"
            icon={shown.panel ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            aria-label="Labels' panel"
            aria-pressed={shown.panel}
            onClick={() => onShown({ ...shown, panel: !shown.panel })}
          />
        </WithTooltip>
      )}
      <DetectDialog image={image} isOpen={isDetecting} onClose={() => setDetecting(false)} />
    </>
  );
});

/** Where the bar above has no room for it. */
const HELP_ACTION: Action = {
  key: "help",
  title: "Help",
  reason: null,
  run: () => reviewKeys.run("help.panel"),
};

const KEYS_ACTION: Action = {
  key: "keys",
  title: "Keys",
  reason: null,
  run: () => reviewKeys.run("keys.sheet"),
};

const downloadUrl = ({ sid }: Image): string => `/api/images/${sid}/download`;

const downloadAction = (image: Image): Action => ({
  key: "download",
  title: "Download image",
  reason: null,
  run: () => void window.open(downloadUrl(image), "_blank", "noreferrer"),
});

const panelTitle = ({ panel }: Shown): string => (panel ? "Hide the labels' panel" : "Show the labels' panel");

const panelAction = (shown: Shown, onShown: (shown: Shown) => void): Action => ({
  key: "panel",
  title: panelTitle(shown),
  reason: null,
  run: () => onShown({ ...shown, panel: !shown.panel }),
});

const oneToOne = (control: ViewportControl): Action => ({
  key: "one",
  title: "One to one",
  reason: null,
  run: () => zoomBy(control, "one"),
});

const rotateActions = (image: Image, reason: string | null, rotate: DetectionActions["rotate"]): Action[] =>
  ROTATIONS.map((rotation) => ({
    key: rotation,
    title: `Rotation: ${ROTATION_TITLES[rotation].toLowerCase()}`,
    reason: reason ?? (rotation === image.rotation ? "It is so now." : null),
    run: () => rotate(rotation),
  }));
