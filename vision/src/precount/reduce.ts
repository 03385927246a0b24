import type { Pixels } from "../image/rectify.ts";

/** For each output place: where its source places begin, how many there are, and their weights, which add up to 1. */
interface Shares {
  start: Int32Array;
  count: Int32Array;
  weights: Float32Array;
  most: number;
}

/** What share each of `from` places has in each of `to` fewer places that span the same length. */
function sharesOf(from: number, to: number): Shares {
  const step = from / to;
  const most = Math.ceil(step) + 1;
  const shares: Shares = {
    start: new Int32Array(to),
    count: new Int32Array(to),
    weights: new Float32Array(to * most),
    most,
  };
  for (let i = 0; i < to; i++) {
    const [left, right] = [i * step, Math.min(from, (i + 1) * step)];
    const first = Math.floor(left + 1e-6);
    const last = Math.min(from, Math.max(first + 1, Math.ceil(right - 1e-6)));
    shares.start[i] = first;
    shares.count[i] = last - first;
    for (let j = first; j < last; j++) {
      const share = Math.min(right, j + 1) - Math.max(left, j);
      shares.weights[i * most + j - first] = share / (right - left);
    }
  }
  return shares;
}

/**
 * A smaller picture, each pixel the mean of the area that it covers (as OpenCV's INTER_AREA, which training uses).
 * @param width,height pixels, at most the picture's
 */
export function reduce(picture: Pixels, width: number, height: number): Pixels {
  if (width === picture.width && height === picture.height) return picture;
  const across = sharesOf(picture.width, width);
  const down = sharesOf(picture.height, height);
  const out = new Uint8Array(width * height * 3);
  const rowLength = picture.width * 3;
  const sum = new Float32Array(rowLength);
  for (let y = 0; y < height; y++) {
    // Rows first: long plain loops, which is where the time goes.
    for (let j = 0; j < down.count[y]!; j++) {
      const weight = down.weights[y * down.most + j]!;
      const from = (down.start[y]! + j) * rowLength;
      const row = picture.data.subarray(from, from + rowLength);
      if (j === 0) for (let i = 0; i < rowLength; i++) sum[i] = row[i]! * weight;
      else for (let i = 0; i < rowLength; i++) sum[i]! += row[i]! * weight;
    }
    reduceRow(sum, across, out, y * width * 3);
  }
  return { data: out, width, height };
}

function reduceRow(row: Float32Array, { start, count, weights, most }: Shares, out: Uint8Array, at: number): void {
  let to = at;
  for (let x = 0; x < start.length; x++) {
    let [r, g, b] = [0, 0, 0];
    let from = start[x]! * 3;
    for (let j = x * most, end = j + count[x]!; j < end; j++, from += 3) {
      const weight = weights[j]!;
      r += row[from]! * weight;
      g += row[from + 1]! * weight;
      b += row[from + 2]! * weight;
    }
    // Half a level up and cut is rounding; a typed array cuts.
    out[to++] = r + 0.5;
    out[to++] = g + 0.5;
    out[to++] = b + 0.5;
  }
}
