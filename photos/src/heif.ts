import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";

/** The part of libheif-js in use; the package has no types. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  free(): void;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (filled: { data: Uint8ClampedArray } | null) => void,
  ): void;
}
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

let library: LibHeif | undefined;
/** Loads libheif with the first HEIC: it takes 10 MB of WebAssembly. */
function libheif(): LibHeif {
  // The package declares no types for this entry; the interface above is what its README documents.
  library ??= createRequire(import.meta.url)("libheif-js/wasm-bundle") as LibHeif;
  return library;
}

async function withPrimaryImage<T>(path: string, work: (image: HeifImage) => Promise<T>): Promise<T> {
  const decoder = new (libheif().HeifDecoder)();
  const images = decoder.decode(await readFile(path));
  try {
    const primary = images.find((image) => image.is_primary()) ?? images[0];
    if (!primary) throw new Error("the file contains no image");
    return await work(primary);
  } finally {
    for (const image of images) image.free();
  }
}

/** Width and height in pixels, after the file's own rotation. */
export function heifSize(path: string): Promise<{ width: number; height: number }> {
  return withPrimaryImage(path, async (image) => ({ width: image.get_width(), height: image.get_height() }));
}

/** Decodes the image with the file's own rotation and mirroring. Do not apply the EXIF orientation again. */
export function heifPixels(path: string): Promise<Sharp> {
  return withPrimaryImage(path, async (image) => {
    const size = { width: image.get_width(), height: image.get_height() };
    const data = new Uint8ClampedArray(size.width * size.height * 4);
    const filled = await new Promise<boolean>((resolve) => {
      image.display({ data, ...size }, (result) => resolve(result !== null));
    });
    if (!filled) throw new Error("its image cannot be decoded");
    return sharp(data, { raw: { ...size, channels: 4 } });
  });
}
