import { useEffect, useState } from "react";

/**
 * Loads pictures of one photo, the small one first, and gives the best that is there. A larger one takes
 * over only when it is decoded, so the photo never blinks.
 * @param sources addresses, smallest first
 */
export function usePicture(sources: readonly string[]): { picture: HTMLImageElement | null; error: string | null } {
  const [state, setState] = useState<{ key: string; picture: HTMLImageElement | null; error: string | null }>({
    key: "",
    picture: null,
    error: null,
  });
  const key = sources.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const loadAll = async (): Promise<void> => {
      let loaded: HTMLImageElement | null = null;
      for (const source of key.split("\n")) {
        const image = new Image();
        image.src = source;
        try {
          await image.decode();
        } catch {
          continue; // Another size may do; when none does, that is said below.
        }
        if (!isCurrent) return;
        loaded = image;
        setState({ key, picture: image, error: null });
      }
      if (loaded === null && isCurrent) setState({ key, picture: null, error: "The picture could not be loaded." });
    };
    void loadAll();
    return () => {
      isCurrent = false;
    };
  }, [key]);
  // The last photo's picture must not stand under this one's boxes.
  return state.key === key ? state : { picture: null, error: null };
}
