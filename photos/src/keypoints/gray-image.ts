import { type Orientation, type Size, orientPoint, orientSize } from "@precount/domain";

/** A gray image, row by row from the top, one byte per pixel. */
export interface GrayImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Reduces an image to gray values of a long edge of about `edgePx`, upright. Gray is the green channel, which carries most of the
 * brightness. A block of pixels is averaged from every second row and column: reading all of them takes twice the time and finds
 * the same corners.
 * @param channels bytes per pixel of `data`, 3 or 4
 */
export function reduceToGray(
  { data, width, height }: Size & { data: Uint8Array | Uint8ClampedArray },
  channels: number,
  orientation: Orientation,
  edgePx: number,
): GrayImage {
  const block = Math.max(1, Math.round(Math.max(width, height) / edgePx));
  const stored = { width: Math.max(1, Math.floor(width / block)), height: Math.max(1, Math.floor(height / block)) };
  const size = orientSize(stored, orientation);
  const out = new Uint8Array(size.width * size.height);
  const target = storedToUpright(stored, orientation);
  const step = block >= 3 ? 2 : 1;
  const samples = Math.ceil(block / step) ** 2;
  const rowBytes = width * channels;
  for (let y = 0; y < stored.height; y++) {
    for (let x = 0; x < stored.width; x++) {
      let sum = 0;
      const from = y * block * rowBytes + x * block * channels + 1;
      for (let v = 0; v < block; v += step) {
        const row = from + v * rowBytes;
        // All indices are inside the image, because whole blocks fit into it.
        for (let u = 0; u < block; u += step) sum += data[row + u * channels]!;
      }
      out[target.start + x * target.perColumn + y * target.perRow] = sum / samples;
    }
  }
  return { data: out, ...size };
}

/** The index of a stored pixel in the upright image is `start + x * perColumn + y * perRow`. */
function storedToUpright(stored: Size, orientation: Orientation): { start: number; perColumn: number; perRow: number } {
  const { width } = orientSize(stored, orientation);
  const indexOf = (x: number, y: number): number => {
    // The center of a pixel, because orientPoint uses edge coordinates.
    const upright = orientPoint({ x: x + 0.5, y: y + 0.5 }, stored, orientation);
    return Math.floor(upright.y) * width + Math.floor(upright.x);
  };
  const start = indexOf(0, 0);
  return { start, perColumn: indexOf(1, 0) - start, perRow: indexOf(0, 1) - start };
}

/** Reduces a gray image by `factor`, 1–2, with bilinear samples. */
export function shrink({ data, width, height }: GrayImage, factor: number): GrayImage {
  const outWidth = Math.floor(width / factor);
  const outHeight = Math.floor(height / factor);
  const out = new Uint8Array(outWidth * outHeight);
  for (let y = 0; y < outHeight; y++) {
    const sourceY = Math.min(height - 1.001, (y + 0.5) * factor - 0.5);
    const top = Math.trunc(sourceY);
    const below = sourceY - top;
    for (let x = 0; x < outWidth; x++) {
      const sourceX = Math.min(width - 1.001, (x + 0.5) * factor - 0.5);
      const left = Math.trunc(sourceX);
      const beside = sourceX - left;
      const i = top * width + left;
      // Inside the image, because both coordinates end before the last pixel.
      const upper = data[i]! * (1 - beside) + data[i + 1]! * beside;
      const lower = data[i + width]! * (1 - beside) + data[i + width + 1]! * beside;
      out[y * outWidth + x] = upper * (1 - below) + lower * below;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

/** Box blur of 5 × 5 pixels; the outer two pixels stay as they are. Descriptors compare blurred pixels, which noise changes less. */
export function blur({ data, width, height }: GrayImage): GrayImage {
  const across = new Uint16Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += data[row + x]!;
      if (x >= 5) sum -= data[row + x - 5]!;
      if (x >= 4) across[row + x - 2] = sum;
    }
  }
  const out = data.slice();
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 2; x < width - 2; x++) {
      let sum = sums[x]! + across[row + x]!;
      if (y >= 5) sum -= across[row - 5 * width + x]!;
      sums[x] = sum;
      if (y >= 4) out[row - 2 * width + x] = sum / 25;
    }
  }
  return { data: out, width, height };
}
