import type { Rotation, Size } from "@precount/domain";
import { useEffect, useState } from "react";
import { turned } from "./turned.ts";

/** A chosen photo as the browser itself shows it, upright; nothing yet, or why it cannot. */
export type Preview = { src: string; size: Size } | { error: string } | null;

const CANNOT = "This browser cannot show this file. What the server finds in it is drawn here all the same.";
/** The photo of a file, turned: `none` by what the file says, else by that alone (decision 17). */
export function usePreview(file: File | undefined, rotation: Rotation): Preview {
  const [made, setMade] = useState<{ of: unknown; rotation: Rotation; preview: Preview }>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let isLeft = false;
    let src: string | null = null;
    const make = async (): Promise<void> => {
      const blob = rotation === "none" ? file : await turned(file, rotation);
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
