import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";

interface BatchSettings {
  widthPx: number;
  heightPx: number;
  batch: number;
}

/** Runs a network on pictures of one size, in batches. @returns the network's `outputs` numbers for each picture */
export async function runInBatches(
  network: Network,
  pictures: readonly Pixels[],
  settings: BatchSettings,
  outputs: number,
): Promise<Float32Array[]> {
  const rows: Float32Array[] = [];
  for (let start = 0; start < pictures.length; start += settings.batch) {
    const part = pictures.slice(start, start + settings.batch);
    const { data } = await network.run(toInput(part, settings), [part.length, 3, settings.heightPx, settings.widthPx]);
    for (let i = 0; i < part.length; i++) rows.push(data.slice(i * outputs, (i + 1) * outputs));
  }
  return rows;
}

/** Planes R, G, B in 0..1 of each picture. */
function toInput(pictures: readonly Pixels[], { widthPx, heightPx }: BatchSettings): Float32Array {
  const plane = widthPx * heightPx;
  const input = new Float32Array(pictures.length * 3 * plane);
  for (const [n, { data }] of pictures.entries()) {
    for (let i = 0, from = 0, to = n * 3 * plane; i < plane; i++, to++) {
      input[to] = data[from++]! / 255;
      input[to + plane] = data[from++]! / 255;
      input[to + 2 * plane] = data[from++]! / 255;
    }
  }
  return input;
}
