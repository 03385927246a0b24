import type { ViewportControl } from "@precount/annotator/react";
import { FilterOutlined } from "@ant-design/icons";
import { type Image, type Project, imageCan } from "@precount/domain";
import { Checkbox } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { HelpButton } from "../../../../shared/help/HelpButton.tsx";
import { ActionMenu } from "../../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useRotateImage } from "../detections/use-rotate-image.ts";
import styles from "../Review.module.css";
import { DownloadButton } from "./DownloadButton.tsx";
import { RotationButton } from "./RotationButton.tsx";
import { downloadAction, downloadUrl, rotateActions } from "./toolbar-actions.ts";
import { useToolbarSize } from "./use-toolbar-size.ts";
import { ZoomButtons } from "./ZoomButtons.tsx";

const NO_LABELS = "This photo has no labels yet.";

type Props = { event: Project; image: Image; control: ViewportControl };

/** The bar above a photo without detections: everything that does not need labels. */
export function UndetectedToolbar({ event, image, control }: Props): ReactElement {
  const rotate = useRotateImage(event.slug, image.sid);
  const reason = reasonOf(imageCan.rotate(image, event));
  const size = useToolbarSize();
  const isPhone = size === "phone";
  return (
    <>
      {size === "wide" ? (
        ["Shelves", "Stickers"].map((title) => (
          <Checkbox key={title} disabled title={NO_LABELS}>
            {title}
          </Checkbox>
        ))
      ) : (
        <ReasonButton type="text" icon={<FilterOutlined />} aria-label="Shown labels" reason={NO_LABELS} />
      )}
      {!isPhone && (
        <>
          <span className={styles["divider"]} />
          <RotationButton image={image} reason={reason} onRotate={rotate} />
        </>
      )}
      <ZoomButtons control={control} onlyFit={isPhone} />
      <span className="pc-grow" />
      {isPhone ? (
        <>
          {/* On a wider screen the page's header has it. */}
          <HelpButton />
          <ActionMenu label="More" actions={[downloadAction(image), ...rotateActions(image, reason, rotate)]} />
        </>
      ) : (
        <DownloadButton href={downloadUrl(image)} />
      )}
    </>
  );
}
