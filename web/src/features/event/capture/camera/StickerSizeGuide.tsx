import { type ReactElement, type RefObject, useEffect, useState } from "react";
import styles from "../Capture.module.css";
import { MIN_STICKER_WIDTH } from "../photo-check/photo-quality.ts";

/**
 * How wide a label has to be in the picture: so one stands close enough before the photo is taken, which is then looked at
 * (../photo-check/find-stickers.ts). Drawn in the video's own pixels, fitted as the video is.
 */
export function StickerSizeGuide({ video }: { video: RefObject<HTMLVideoElement | null> }): ReactElement | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const measure = (): void =>
      setSize(element.videoWidth > 0 ? { width: element.videoWidth, height: element.videoHeight } : null);
    measure();
    for (const kind of ["loadedmetadata", "resize"]) element.addEventListener(kind, measure);
    return () => {
      for (const kind of ["loadedmetadata", "resize"]) element.removeEventListener(kind, measure);
    };
  }, [video]);
  if (!size) return null;
  const { width, height } = size;
  const side = Math.max(width, height) * MIN_STICKER_WIDTH;
  const [x, y] = [width / 2 - side / 2, height / 2 - side / 4];
  // Light inside, dark outside: it is seen on any ground.
  return (
    <>
      <p className={styles["hint"]}>Labels should be wider than the mark in the middle</p>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles["markings"]} aria-hidden>
        {(["#000", "#fff"] as const).map((stroke, at) => (
          <rect
            key={stroke}
            x={x}
            y={y}
            width={side}
            height={side / 2}
            fill="none"
            stroke={stroke}
            strokeWidth={at === 0 ? 4 : 2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </>
  );
}
