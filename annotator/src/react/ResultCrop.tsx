import type { Rect, Size } from "@precount/domain";
import { type ReactElement, useCallback, useRef } from "react";
import { cropAround, cropTransform } from "../crop.ts";
import { useAfterPaint } from "./use-after-paint.ts";

type Props = {
  imageElement: HTMLImageElement | null;
  /** Of the whole upright photo, pixels; the picture may be a smaller preview of it. */
  photo: Size;
  rect: Rect;
  /** CSS pixels. */
  frame: Size;
  name: string;
};

/** One label cut from the photo and stood straight. Its place is there before the picture is. */
export function ResultCrop({ imageElement: picture, photo, rect, frame, name }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height, angle } = rect;
  const draw = useCallback((): void => {
    const context = canvas.current?.getContext("2d");
    if (!context || !picture) return;
    const canvasPx = { width: context.canvas.width, height: context.canvas.height };
    const crop = cropAround({ x, y, width, height, ...(angle === undefined ? {} : { angle }) }, frame);
    context.resetTransform();
    context.clearRect(0, 0, canvasPx.width, canvasPx.height);
    context.imageSmoothingQuality = "high";
    context.setTransform(...cropTransform(crop, canvasPx, picture.naturalWidth / photo.width));
    context.drawImage(picture, 0, 0);
  }, [picture, photo.width, x, y, width, height, angle, frame]);
  // The first to draw from a picture decodes it: the photo itself comes before that.
  useAfterPaint(draw);
  const density = Math.min(2, globalThis.devicePixelRatio || 1);
  return (
    // Drawn, not loaded: there is no address an <img> could have.
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="img"
      aria-label={name}
      width={Math.round(frame.width * density)}
      height={Math.round(frame.height * density)}
      style={{
        width: frame.width,
        height: frame.height,
        // In a place that is narrower it becomes smaller, and is not pressed together.
        maxWidth: "100%",
        objectFit: "contain",
        display: "block",
        borderRadius: 4,
        background: "rgba(128,128,128,0.2)",
      }}
    />
  );
}
