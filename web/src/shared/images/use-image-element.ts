import { useEffect, useState } from "react";

/** The loaded image of a URL; null until it is loaded, and if it cannot be. The browser's cache shares it between crops. */
export function useImageElement(url: string): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<{ url: string; image: HTMLImageElement }>();
  useEffect(() => {
    const image = new Image();
    const handleLoad = (): void => setLoaded({ url, image });
    image.addEventListener("load", handleLoad);
    image.src = url;
    return () => image.removeEventListener("load", handleLoad);
  }, [url]);
  return loaded?.url === url ? loaded.image : null;
}
