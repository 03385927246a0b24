import { useEffect, useState } from "react";

type Loaded = { imageElement: HTMLImageElement | null; error: string | null };

/** Whoever stays this long wants to see more than the small picture shows; who walks through photos does not wait for large ones. */
const UPGRADE_DELAY_MS = 350;

/** Pictures that somebody will want soon, by address; decoded ones only. */
const preloaded = new Map<string, HTMLImageElement>();

/**
 * Loads a picture before anybody asks for it, and keeps it decoded until the returned function is called: who shows it
 * meanwhile has it at once.
 */
export function preloadImage(source: string): () => void {
  const left = new AbortController();
  const prepare = async (): Promise<void> => {
    const picture = await load(source, left.signal);
    if (picture && !left.signal.aborted) preloaded.set(source, picture);
  };
  void prepare();
  return () => {
    left.abort();
    preloaded.delete(source);
  };
}

/**
 * Loads pictures of one photo, the small one first, and gives the best that is there. A larger one takes over only when it
 * is decoded, so the photo never blinks. Whoever goes on has nothing more loaded.
 * @param sources addresses, smallest first
 */
export function useProgressiveImage(sources: readonly string[]): Loaded {
  const key = sources.join("\n");
  const [state, setState] = useState<Loaded & { key: string }>(() => ({ key, ...initialState(sources) }));
  useEffect(() => {
    const left = new AbortController();
    const show = ({ imageElement: picture, error }: Loaded): void =>
      // The same again is no news: nobody is drawn anew.
      setState((now) =>
        now.key === key && now.imageElement === picture && !error ? now : { key, imageElement: picture, error },
      );
    void loadAll(key.split("\n"), left.signal, show);
    return () => left.abort();
  }, [key]);
  // The last photo's picture must not stand under this one's boxes.
  return state.key === key ? state : initialState(sources);
}

const initialState = ([smallest = ""]: readonly string[]): Loaded => ({
  imageElement: preloaded.get(smallest) ?? null,
  error: null,
});

async function loadAll(sources: readonly string[], left: AbortSignal, show: (loaded: Loaded) => void): Promise<void> {
  let isThere = false;
  for (const source of sources) {
    if (isThere) await waitBeforeUpgrade(left);
    if (left.aborted) return;
    const picture = preloaded.get(source) ?? (await load(source, left));
    if (left.aborted) return;
    // Another size may do; when none does, that is said below.
    if (picture) show({ imageElement: picture, error: null });
    isThere ||= picture !== null;
  }
  if (!isThere) show({ imageElement: null, error: "The picture could not be loaded." });
}

const waitBeforeUpgrade = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, UPGRADE_DELAY_MS);
    left.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Decoded; null when there is no such picture, or nobody wants it any more. */
async function load(source: string, left: AbortSignal): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = source;
  let isLoading = true;
  // Ends the request and lets go of what has come of it.
  left.addEventListener("abort", () => {
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
