import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import type { Tools, ViewportControl } from "@precount/annotator/react";
import { imageCan } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { ActionMenu } from "../../../../ui/ActionMenu.tsx";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { ToolButtons } from "../canvas/ToolButtons.tsx";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { DetectDialog } from "../detections/DetectDialog.tsx";
import { DetectionsMenu } from "../detections/DetectionsMenu.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "../Review.module.css";
import { useReview, useSession } from "../session/session-context.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import { RotationButton } from "./RotationButton.tsx";
import { downloadUrl, menuActions, panelTitle } from "./toolbar-actions.ts";
import { useToolbarSize } from "./use-toolbar-size.ts";
import { VisibilityToggles } from "./VisibilityToggles.tsx";
import { ZoomButtons } from "./ZoomButtons.tsx";

type Props = { control: ViewportControl; tools: Tools };

/** The bar above the photo. Its menu holds the rarely used actions. */
export function ReviewToolbar({ control, tools }: Props): ReactElement {
  const session = useSession();
  const { rotate } = useDetectionActions();
  const [isDetecting, setDetecting] = useState(false);
  const size = useToolbarSize();
  const image = useReview((state) => state.image);
  const project = useReview((state) => state.project);
  const editReason = useReview((state) => state.editReason);
  const isPanelOpen = useReview(({ visibility }) => visibility.panel);
  const detectReason = reasonOf(imageCan.detect(image, project));
  const rotateReason = reasonOf(imageCan.rotate(image, project));
  const openDetect = (): void => setDetecting(true);
  return (
    <>
      <ToolButtons tools={tools} editReason={editReason} />
      {size !== "phone" && <span className={styles["divider"]} />}
      <VisibilityToggles isFolded={size !== "wide"} />
      {size !== "phone" && (
        <>
          <span className={styles["divider"]} />
          <RotationButton image={image} reason={rotateReason} onRotate={rotate} />
        </>
      )}
      <ZoomButtons control={control} onlyFit={size === "phone"} />
      <span className="pc-grow" />
      <DetectionsMenu isShort={size === "phone" || size === "narrow"} onDetect={openDetect} />
      {size === "wide" && <DownloadButton href={downloadUrl(image)} />}
      <ActionMenu
        label="More"
        actions={menuActions({
          size,
          image,
          session,
          control,
          isPanelOpen,
          detectReason,
          rotateReason,
          rotate,
          openDetect,
        })}
      />
      {size !== "phone" && <PanelButton isOpen={isPanelOpen} />}
      <DetectDialog image={image} isOpen={isDetecting} onClose={() => setDetecting(false)} />
    </>
  );
}

function PanelButton({ isOpen }: { isOpen: boolean }): ReactElement {
  const session = useSession();
  return (
    <WithTooltip title={useKeyTooltip("view.panel", panelTitle(isOpen))}>
      <Button
        type="text"
        icon={isOpen ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        aria-label="Labels' panel"
        aria-pressed={isOpen}
        onClick={() => session.setVisibility({ panel: !isOpen })}
      />
    </WithTooltip>
  );
}
