import { type Rect, type Size, rectCorners } from "@precount/domain";
import { type ReactElement, useEffect, useRef } from "react";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { useImageElement } from "../../../shared/images/use-image-element.ts";
import styles from "./Duplicates.module.css";
import { type View, alignedTransform } from "./aligned-view.ts";
import type { PairPhoto } from "./types.ts";

/** CSS pixels; it shrinks in a narrow column. */
const FRAME: Size = { width: 420, height: 280 };

type Props = {
  photo: PairPhoto;
  /** The sticker in this photo. */
  rect: Rect;
  view: View;
  /** From A to B, for photo B; null for photo A. */
  homography: readonly number[] | null;
  name: string;
};

/** A sticker with its surroundings. Both photos of a pair show the same place at the same size and angle. */
export function AlignedCrop({ photo, rect, view, homography, name }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { image } = useImageElement(photoUrl(photo.contentsUrl, 2048));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !image) return;
    const imageScale = image.naturalWidth / photo.size.width;
    const density = context.canvas.width / FRAME.width;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, FRAME.width, FRAME.height);
    context.transform(...alignedTransform(view, FRAME, imageScale, homography));
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0);
    outline(
      context,
      rectCorners(rect).map(({ x, y }) => ({ x: x * imageScale, y: y * imageScale })),
    );
  }, [image, photo.size.width, rect, view, homography]);
  return (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, so there is no URL for an <img>
      role="img"
      aria-label={name}
      width={FRAME.width * 2}
      height={FRAME.height * 2}
      className={styles["crop"]}
    />
  );
}

/** Two lines, so that the box is visible on light and on dark goods. */
function outline(context: CanvasRenderingContext2D, corners: readonly { x: number; y: number }[]): void {
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
  context.resetTransform();
  for (const [color, width] of [
    ["#ffffff", 7],
    ["#1677ff", 4],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
}
