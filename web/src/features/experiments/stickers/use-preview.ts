import type { Rotation, Size } from "@precount/domain";
import { useEffect, useState } from "react";

/** A chosen photo as the browser itself shows it, upright; nothing yet, or why it cannot. */
export type Preview = { src: string; size: Size } | { error: string } | null;

const CANNOT = "This browser cannot show this file. What the server finds in it is drawn here all the same.";
/** Of a turned picture: enough to read handwriting by, and quick to make. Pixels. */
const LONGEST_SIDE = 4096;

const QUARTERS: Readonly<Record<Rotation, number>> = { none: 0, rotate90CW: 1, rotate180: 2, rotate270CW: 3 };

/** The photo of a file, turned: `none` by what the file says, else by that alone (decision 17). */
export function usePreview(file: File | undefined, rotation: Rotation): Preview {
  const [made, setMade] = useState<{ of: unknown; rotation: Rotation; preview: Preview }>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let isLeft = false;
    let src: string | null = null;
    const make = async (): Promise<void> => {
      const blob = rotation === "none" ? file : await turned(file, QUARTERS[rotation]);
      if (isLeft) return;
      src = URL.createObjectURL(blob);
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      const size = { width: picture.naturalWidth, height: picture.naturalHeight };
      if (!isLeft) setMade({ of: file, rotation, preview: { src, size } });
    };
    make().catch(() => {
      if (!isLeft) setMade({ of: file, rotation, preview: { error: CANNOT } });
    });
    return () => {
      isLeft = true;
      if (src !== null) URL.revokeObjectURL(src);
    };
  }, [file, rotation]);
  // What is there of another file or turn is nobody's.
  return made !== undefined && made.of === file && made.rotation === rotation ? made.preview : null;
}

/** The stored pixels, turned clockwise so many quarters. */
async function turned(file: File, quarters: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "none" });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = quarters % 2 === 0 ? [width, height] : [height, width];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", 0.9);
  });
}
