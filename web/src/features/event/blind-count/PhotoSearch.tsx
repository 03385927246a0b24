import { type Mark, type Rect, type Size, rectCorners } from "@precount/domain";
import { Button, Space } from "antd";
import { type KeyboardEvent, type MouseEvent, type ReactElement, useState } from "react";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import styles from "./BlindCount.module.css";

const ZOOMS = [1, 2, 4] as const;
/** A step of the arrow keys, as a share of the photo's width. */
const KEY_STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const LABEL = "Photo. Click a sticker without a box, or move the cross with the arrow keys and press Enter.";

type Props = {
  photo: { contentsUrl: string; size: Size; stickers: readonly Rect[] };
  marks: readonly Mark[];
  /** Undefined if the marks cannot be changed. */
  onMark?: (at: Mark) => void;
};

/** A whole photo with boxes around the stickers that have a result. A click marks one that has none; a click on a mark removes it. */
export function PhotoSearch({ photo, marks, onMark }: Props): ReactElement {
  const [zoom, setZoom] = useState<(typeof ZOOMS)[number]>(1);
  const { width, height } = photo.size;
  const [cursor, setCursor] = useState<Mark>({ x: width / 2, y: height / 2 });
  const handleClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>): void => {
    // Enter and Space on a button are clicks without a press of a pointer.
    if (detail === 0) return onMark?.(cursor);
    const box = currentTarget.getBoundingClientRect();
    const at = { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
    setCursor(at);
    onMark?.(at);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const [dx, dy] = arrow;
    setCursor({
      x: within(cursor.x + dx * KEY_STEP * width, width),
      y: within(cursor.y + dy * KEY_STEP * width, height),
    });
  };
  return (
    <div className={styles["search"]}>
      <Space>
        {ZOOMS.map((value) => (
          <Button key={value} size="small" aria-pressed={zoom === value} onClick={() => setZoom(value)}>
            {value}×
          </Button>
        ))}
      </Space>
      <div className={styles["scroll"]}>
        <button
          type="button"
          aria-label={LABEL}
          className={styles["photo"]}
          style={{ width: `${zoom * 100}%` }}
          onClick={handleClick}
          onKeyDown={handleKey}
        >
          <img src={photoUrl(photo.contentsUrl, zoom === 1 ? 2048 : "full")} alt="" width={width} height={height} />
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
            {photo.stickers.map((rect) => (
              <polygon
                key={`${rect.x} ${rect.y}`}
                points={rectCorners(rect)
                  .map(({ x, y }) => `${x},${y}`)
                  .join(" ")}
                className={styles["known"]}
              />
            ))}
            {marks.map(({ x, y }) => (
              <circle key={`${x} ${y}`} cx={x} cy={y} r={width / 40} className={styles["mark"]} />
            ))}
            <path
              d={`M${cursor.x - width / 50} ${cursor.y}h${width / 25}M${cursor.x} ${cursor.y - width / 50}v${width / 25}`}
              className={styles["cursor"]}
            />
          </svg>
        </button>
      </div>
    </div>
  );
}

const within = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit);

/** Adds a mark, or removes the one at this place. */
export function toggleMark(marks: readonly Mark[], at: Mark, size: Size): Mark[] {
  const near = marks.find((mark) => Math.hypot(mark.x - at.x, mark.y - at.y) < size.width / 40);
  return near ? marks.filter((mark) => mark !== near) : [...marks, at];
}
