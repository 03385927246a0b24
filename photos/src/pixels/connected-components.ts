/** A connected component (8 neighbors) of a mask's set pixels. Its bounds are inclusive. */
export interface Component {
  /** Indices into the mask, in flood fill order. */
  pixels: number[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The connected components of a row-major mask's nonzero pixels, from the top. */
export function connectedComponents(mask: Uint8Array, width: number, height: number): Component[] {
  const seen = new Uint8Array(mask.length);
  const found: Component[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] && !seen[start]) found.push(floodFill(mask, seen, width, height, start));
  }
  return found;
}

function floodFill(mask: Uint8Array, seen: Uint8Array, width: number, height: number, start: number): Component {
  const pixels = [start];
  seen[start] = 1;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < pixels.length; i++) {
    const at = pixels[i] ?? 0; // within the list
    const x = at % width;
    const y = (at - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx;
        if (mask[next] && !seen[next]) {
          seen[next] = 1;
          pixels.push(next);
        }
      }
    }
  }
  return { pixels, left, top, right, bottom };
}
