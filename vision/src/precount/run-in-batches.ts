import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";

interface BatchSettings {
  widthPx: number;
  heightPx: number;
  batch: number;
}

/** A network's numbers for one picture. `features` is the second output, of networks that were opened with one. */
export interface Row {
  numbers: Float32Array;
  features: Float32Array | null;
}

/** Runs a network on pictures of one size, in batches. @param outputs count of numbers that it answers for a picture */
export async function runInBatches(
  network: Network,
  pictures: readonly Pixels[],
  settings: BatchSettings,
  outputs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < pictures.length; start += settings.batch) {
    const part = pictures.slice(start, start + settings.batch);
    const shape = [part.length, 3, settings.heightPx, settings.widthPx];
    const { data, second } = await network.run(toInput(part, settings), shape);
    const width = (second?.data.length ?? 0) / part.length;
    for (let i = 0; i < part.length; i++) {
      const features = second?.data.slice(i * width, (i + 1) * width) ?? null;
      rows.push({ numbers: data.slice(i * outputs, (i + 1) * outputs), features });
    }
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
