import { RotateRightOutlined } from "@ant-design/icons";
import { type Image, ROTATIONS, type Rotation } from "@precount/domain";
import { Radio } from "antd";
import { type ReactElement, useState } from "react";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { useKeyTooltip, useReviewKeys } from "../keyboard/review-keys.ts";
import { ClickPopover } from "../../../../ui/ClickPopover.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { ROTATION_TITLES } from "../../../../ui/rotations.ts";

type Props = { image: Image; reason: string | null; onRotate: (rotation: Rotation) => void };

export function RotationButton({ image, reason, onRotate }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const tooltip = useKeyTooltip("photo.rotation", "Rotation");
  useReviewKeys({
    "photo.rotation": () => {
      if (reason === null) setOpen(true);
      else feedback.warning(reason);
    },
  });
  return (
    <ClickPopover
      title="Rotation"
      open={isOpen && reason === null}
      onOpenChange={setOpen}
      content={
        <Radio.Group
          name="rotation"
          orientation="vertical"
          value={image.rotation}
          onChange={({ target }) => {
            setOpen(false);
            // The options are rotations.
            onRotate(target.value as Rotation);
          }}
          options={ROTATIONS.map((rotation) => ({ value: rotation, label: ROTATION_TITLES[rotation] }))}
        />
      }
    >
      <ReasonButton
        type="text"
        icon={<RotateRightOutlined />}
        aria-label="Rotation"
        reason={reason}
        tooltip={tooltip}
      />
    </ClickPopover>
  );
}
