import { useEffect, useState } from "react";

type LoadedImage = { imageElement: HTMLImageElement | null; error: string | null };

/** Delay before the next larger size is loaded, so that stepping quickly through photos loads only the small sizes. */
const UPGRADE_DELAY_MS = 350;

/** Decoded images by URL, loaded before they are shown. */
const preloaded = new Map<string, HTMLImageElement>();

/**
 * Loads and decodes an image in advance and keeps it until the returned function is called, so that
 * `useProgressiveImage` can show it without delay.
 */
export function preloadImage(source: string): () => void {
  const controller = new AbortController();
  const prepare = async (): Promise<void> => {
    const imageElement = await load(source, controller.signal);
    if (imageElement && !controller.signal.aborted) preloaded.set(source, imageElement);
  };
  void prepare();
  return () => {
    controller.abort();
    preloaded.delete(source);
  };
}

/**
 * Loads the sizes of one photo, smallest first, and returns the largest one available. A larger size replaces a
 * smaller one only after it is decoded, so that the photo does not flicker. Unmounting cancels the loads.
 * @param sources URLs, smallest first
 */
export function useProgressiveImage(sources: readonly string[]): LoadedImage {
  const key = sources.join("\n");
  const [state, setState] = useState<LoadedImage & { key: string }>(() => ({ key, ...initialState(sources) }));
  useEffect(() => {
    const controller = new AbortController();
    const show = ({ imageElement, error }: LoadedImage): void =>
      // Keep the same state object for the same image, to avoid a render.
      setState((now) =>
        now.key === key && now.imageElement === imageElement && !error ? now : { key, imageElement, error },
      );
    void loadAll(key.split("\n"), controller.signal, show);
    return () => controller.abort();
  }, [key]);
  // Do not show the previous photo's image behind this photo's boxes.
  return state.key === key ? state : initialState(sources);
}

const initialState = ([smallest = ""]: readonly string[]): LoadedImage => ({
  imageElement: preloaded.get(smallest) ?? null,
  error: null,
});

async function loadAll(
  sources: readonly string[],
  signal: AbortSignal,
  show: (loaded: LoadedImage) => void,
): Promise<void> {
  let isLoaded = false;
  for (const source of sources) {
    if (isLoaded) await waitBeforeUpgrade(signal);
    if (signal.aborted) return;
    const imageElement = preloaded.get(source) ?? (await load(source, signal));
    if (signal.aborted) return;
    // Another size may still load; if none does, the error is shown below.
    if (imageElement) show({ imageElement, error: null });
    isLoaded ||= imageElement !== null;
  }
  if (!isLoaded) show({ imageElement: null, error: "The photo could not be loaded." });
}

const waitBeforeUpgrade = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, UPGRADE_DELAY_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The decoded image; null if it could not be loaded or the load was aborted. */
async function load(source: string, signal: AbortSignal): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = source;
  let isLoading = true;
  // Cancels the request and releases its data.
  signal.addEventListener("abort", () => {
    if (isLoading) image.src = "";
  });
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    isLoading = false;
  }
}
