import { CheckOutlined, ExclamationCircleFilled, LockOutlined } from "@ant-design/icons";
import type { Size } from "@precount/domain";
import { type ReactElement, memo } from "react";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";
import styles from "./CropWall.module.css";
import type { WallItem } from "./wall-items.ts";

type Props = {
  item: WallItem;
  index: number;
  total: number;
  left: number;
  top: number;
  frameWidth: number;
  frameHeight: number;
  isSelected: boolean;
  isActive: boolean;
  isWrong: boolean;
};

/** The id of a crop's element. */
export const cellId = (id: string): string => `crop-${id.replace(":", "-")}`;

/** One crop with its values. Memoized: scrolling renders the list again, and most of its crops are unchanged. */
export const CropCell = memo((props: Props): ReactElement => {
  const { item, index, total, left, top, frameWidth, frameHeight, isSelected, isActive, isWrong } = props;
  const { id, image, rect, code, quantity, isSeen } = item;
  const frame: Size = { width: frameWidth, height: frameHeight };
  const values = `${code || "no code"}, ${quantity || "no"} units`;
  const state = [isWrong && "wrong", isSeen && "seen", image.reason !== null && "locked"].filter(Boolean).join(", ");
  return (
    <div
      id={cellId(id)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot show images
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-label={state === "" ? values : `${values}, ${state}`}
      data-index={index}
      data-active={isActive}
      data-wrong={isWrong}
      className={styles["cell"]}
      style={{ transform: `translate(${left}px, ${top}px)`, width: frameWidth + 6, height: frameHeight + 24 }}
    >
      <ResultCrop image={image} rect={rect} frame={frame} name="" />
      <span className={styles["caption"]} title={image.reason ?? image.name}>
        <span>{code || "–"}</span> <b>{quantity || "–"}</b>
        {image.reason !== null && <LockOutlined />}
        {isSeen && <CheckOutlined className={styles["seen"] ?? ""} />}
        {isWrong && <ExclamationCircleFilled className={styles["wrong"] ?? ""} />}
      </span>
    </div>
  );
});
