import { type ReactElement, type RefObject, useEffect, useState } from "react";
import styles from "../Capture.module.css";
import { LEAST_LABEL_PX } from "../shot/assess.ts";

/**
 * How wide a label has to be in the picture: whether one stands close enough is seen by eye, for no measure that knows no labels told
 * it (docs/decisions/021-photos-on-a-phone.md). Drawn in the video's own pixels, fitted as the video is.
 */
export function LabelMark({ video }: { video: RefObject<HTMLVideoElement | null> }): ReactElement | null {
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
  const [x, y] = [width / 2 - LEAST_LABEL_PX / 2, height / 2 - LEAST_LABEL_PX / 4];
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
            width={LEAST_LABEL_PX}
            height={LEAST_LABEL_PX / 2}
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
