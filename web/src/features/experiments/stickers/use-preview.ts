import type { Rotation, Size } from "@precount/domain";
import { useEffect, useState } from "react";
import { rotatePhoto } from "./rotate-photo.ts";

/** The chosen photo as an object URL, upright; null while loading, an error when the browser cannot decode it. */
export type Preview = { src: string; size: Size } | { error: string } | null;

const CANNOT_SHOW = "This browser cannot show this file. The boxes of the results are drawn anyway.";
/** A preview of the file with a rotation override: `none` uses the metadata, other values replace it (PD-17). */
export function usePreview(file: File | undefined, rotation: Rotation): Preview {
  const [loaded, setLoaded] = useState<{ of: unknown; rotation: Rotation; preview: Preview }>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let isCancelled = false;
    let src: string | null = null;
    const load = async (): Promise<void> => {
      const blob = rotation === "none" ? file : await rotatePhoto(file, rotation);
      if (isCancelled) return;
      src = URL.createObjectURL(blob);
      const image = new Image();
      image.src = src;
      await image.decode();
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      if (!isCancelled) setLoaded({ of: file, rotation, preview: { src, size } });
    };
    load().catch(() => {
      if (!isCancelled) setLoaded({ of: file, rotation, preview: { error: CANNOT_SHOW } });
    });
    return () => {
      isCancelled = true;
      if (src !== null) URL.revokeObjectURL(src);
    };
  }, [file, rotation]);
  // Ignore a preview that belongs to another file or rotation.
  return loaded !== undefined && loaded.of === file && loaded.rotation === rotation ? loaded.preview : null;
}
