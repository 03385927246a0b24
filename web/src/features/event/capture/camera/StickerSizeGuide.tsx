import { type ReactElement, type RefObject, useEffect, useState } from "react";
import styles from "../Capture.module.css";
import { MIN_STICKER_WIDTH } from "../photo-check/photo-quality.ts";

/** A frame as wide as the narrowest sticker that is found. Drawn in the video's pixels and fitted like the video. */
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
  // A dark line around a light one is visible on any background.
  return (
    <>
      <p className={styles["hint"]}>Stickers should be wider than the frame in the middle</p>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles["sizeGuide"]} aria-hidden>
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
