import { ResultCrop as PreviewCrop } from "@precount/annotator/react";
import type { Rect, Size } from "@precount/domain";
import { type ReactElement, useState } from "react";
import { cropUrl } from "./crop-url.ts";
import { photoUrl } from "./photo-url.ts";
import { useImageElement } from "./use-image-element.ts";

type Props = {
  /** `src` is the URL of the photo's contents; the size is that of the upright photo in pixels. */
  image: Size & { src: string };
  /** The result's box in the upright photo. */
  rect: Rect;
  /** CSS pixels. The crop is shown whole inside the frame. */
  frame: Size;
  name: string;
};

/** A sticker cut from its photo, upright. The worker made the crop; until it has, the crop is cut from the preview. */
export function ResultCrop({ image, rect, frame, name }: Props): ReactElement {
  const url = cropUrl(image.src, rect);
  const [missingUrl, setMissingUrl] = useState<string | null>(null);
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  if (missingUrl === url) return <CropOfPreview image={image} rect={rect} frame={frame} name={name} />;
  return (
    <img
      src={url}
      alt={name}
      width={frame.width}
      height={frame.height}
      decoding="async"
      loading="lazy"
      draggable={false}
      data-loading={loadedUrl !== url}
      onLoad={() => setLoadedUrl(url)}
      style={{ display: "block", maxWidth: "100%", objectFit: "contain", borderRadius: 4 }}
      onError={() => setMissingUrl(url)}
    />
  );
}

/** A box cut from its photo's preview: for shelves, of which the worker makes no crops. */
export function CropOfPreview({ image, rect, frame, name }: Props): ReactElement {
  const preview = useImageElement(photoUrl(image.src, 2048));
  return (
    <span data-loading={preview.isLoading}>
      <PreviewCrop imageElement={preview.image} photo={image} rect={rect} frame={frame} name={name} />
    </span>
  );
}
