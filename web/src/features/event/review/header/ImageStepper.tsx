import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import type { Position } from "../../../../shared/images/image-list.ts";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "../Review.module.css";

type Props = { position: Position | null; onStep: (direction: "previous" | "next") => void };

/** The image's position in the list, and the buttons to its neighbors. */
export function ImageStepper({ position, onStep }: Props): ReactElement | null {
  const previousTooltip = useKeyTooltip("image.previous", "Previous image");
  const nextTooltip = useKeyTooltip("image.next", "Next image");
  if (position === null) return null;
  return (
    <nav className={styles["steps"]} aria-label="Images">
      <WithTooltip title={previousTooltip}>
        <Button type="text" icon={<LeftOutlined />} aria-label="Previous image" onClick={() => onStep("previous")} />
      </WithTooltip>
      <output className={styles["counter"]}>
        {position.index + 1} of {position.total}
      </output>
      <WithTooltip title={nextTooltip}>
        <Button type="text" icon={<RightOutlined />} aria-label="Next image" onClick={() => onStep("next")} />
      </WithTooltip>
    </nav>
  );
}
