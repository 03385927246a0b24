import { RotateRightOutlined } from "@ant-design/icons";
import { type Image, ROTATIONS, type Rotation } from "@precount/domain";
import { Popover, Radio } from "antd";
import { type ReactElement, useState } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { ROTATION_TITLES } from "./rotations.ts";

type Props = { image: Image; reason: string | null; onRotate: (rotation: Rotation) => void };

export function RotationButton({ image, reason, onRotate }: Props): ReactElement {
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
