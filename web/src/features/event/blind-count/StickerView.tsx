import { type Rect, type Size, rectCorners } from "@precount/domain";
import { type ReactElement, useEffect, useRef } from "react";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { useImageElement } from "../../../shared/images/use-image-element.ts";
import styles from "./BlindCount.module.css";

/** CSS pixels; both shrink with their container. */
const SURROUNDINGS: Size = { width: 640, height: 300 };
const CROP: Size = { width: 640, height: 200 };
/** The surroundings are this many times as wide as the sticker. */
const SURROUNDINGS_SCALE = 4;

type Props = { photo: { contentsUrl: string; size: Size }; rect: Rect };

/** A sticker in its surroundings, and enlarged. It fills the height of its container. */
export function StickerView({ photo, rect }: Props): ReactElement {
  return (
    <div className={styles["sticker"]}>
      <Surroundings photo={photo} rect={rect} />
      <div className={styles["crop"]}>
        <ResultCrop
          image={{ ...photo.size, src: photo.contentsUrl }}
          rect={rect}
          frame={CROP}
          name="The sticker to read"
        />
      </div>
    </div>
  );
}

function Surroundings({ photo, rect }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { image } = useImageElement(photoUrl(photo.contentsUrl, 2048));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.resetTransform();
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (!image) return;
    const scale = context.canvas.width / (Math.max(rect.width, rect.height) * SURROUNDINGS_SCALE);
    const center = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    context.translate(context.canvas.width / 2, context.canvas.height / 2);
    context.rotate((-(rect.angle ?? 0) * Math.PI) / 180);
    context.scale(scale, scale);
    context.translate(-center.x, -center.y);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, photo.size.width, photo.size.height);
    context.beginPath();
    for (const { x, y } of rectCorners(rect)) context.lineTo(x, y);
    context.closePath();
    // Two lines, so that the box is visible on light and on dark goods.
    for (const [color, width] of [
      ["#ffffff", 7],
      ["#1677ff", 4],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = width / scale;
      context.stroke();
    }
  }, [image, photo.size.width, photo.size.height, rect]);
  return (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, so there is no URL for an <img>
      role="img"
      aria-label="The sticker in its surroundings"
      width={SURROUNDINGS.width * 2}
      height={SURROUNDINGS.height * 2}
      className={styles["surroundings"]}
    />
  );
}
