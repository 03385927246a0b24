import { useEffect, useState } from "react";

type ImageElement = {
  /** Null until it is loaded, and if it cannot be. The browser's cache shares it between crops. */
  image: HTMLImageElement | null;
  isLoading: boolean;
};

/** The image of a URL, for drawing. */
export function useImageElement(url: string): ImageElement {
  const [ended, setEnded] = useState<{ url: string; image: HTMLImageElement | null }>();
  useEffect(() => {
    const image = new Image();
    const handleLoad = (): void => setEnded({ url, image });
    const handleError = (): void => setEnded({ url, image: null });
    image.addEventListener("load", handleLoad);
    image.addEventListener("error", handleError);
    image.src = url;
    return () => {
      image.removeEventListener("load", handleLoad);
      image.removeEventListener("error", handleError);
    };
  }, [url]);
  return ended?.url === url ? { image: ended.image, isLoading: false } : { image: null, isLoading: true };
}
