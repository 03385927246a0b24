import type { Rect, Size } from "@precount/domain";
import { type ReactElement, useCallback, useRef } from "react";
import { cropAround, cropTransform } from "../crop.ts";
import { useAfterPaint } from "./use-after-paint.ts";

type Props = {
  imageElement: HTMLImageElement | null;
  /** Size of the whole upright photo, pixels. The image element may hold a smaller preview. */
  photo: Size;
  rect: Rect;
  /** CSS pixels. */
  frame: Size;
  /** '' where the text beside the crop says what it shows. */
  name: string;
};

/**
 * Shows one result cut from the photo and rotated upright. The canvas has its final size before the image is loaded.
 */
export function ResultCrop({ imageElement, photo, rect, frame, name }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height, angle } = rect;
  const draw = useCallback((): void => {
    const context = canvas.current?.getContext("2d");
    if (!context || !imageElement) return;
    const canvasPx = { width: context.canvas.width, height: context.canvas.height };
    const crop = cropAround({ x, y, width, height, ...(angle === undefined ? {} : { angle }) }, frame);
    context.resetTransform();
    context.clearRect(0, 0, canvasPx.width, canvasPx.height);
    context.imageSmoothingQuality = "high";
    context.setTransform(...cropTransform(crop, canvasPx, imageElement.naturalWidth / photo.width));
    context.drawImage(imageElement, 0, 0);
  }, [imageElement, photo.width, x, y, width, height, angle, frame]);
  // The first draw decodes the image, which blocks; the photo itself is painted first.
  useAfterPaint(draw);
  const density = Math.min(2, globalThis.devicePixelRatio || 1);
  return (
    <canvas
      ref={canvas}
      // A drawn image has no URL for an <img>.
      {...(name === "" ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
      width={Math.round(frame.width * density)}
      height={Math.round(frame.height * density)}
      style={{
        width: frame.width,
        height: frame.height,
        // Shrinks in a narrow container without distortion.
        maxWidth: "100%",
        objectFit: "contain",
        display: "block",
        borderRadius: 4,
        background: "rgba(128,128,128,0.2)",
      }}
    />
  );
}
