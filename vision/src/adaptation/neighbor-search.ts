import { OnnxNetwork } from "@precount/inference";
import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "./digit-layer.ts";
import {
  type NeighborMemory,
  OTHER_WRITER,
  type SlotFeatures,
  digitShares,
  directionOf,
  nearest,
} from "./neighbors.ts";
import { productFile } from "./product-file.ts";

/** Numbers that are compared with the memory at a time, so that the similarities take at most 10 MB. */
const BATCH = 64;

/** Shares of one slot: the digits, blank, and other writers. */
const SHARES = CLASSES + 1;

/** Finds the remembered slots that are most similar to new ones. */
export class NeighborSearch {
  readonly #memory: NeighborMemory;
  /** Multiplies slots with the memory's rows; null for an empty memory. */
  readonly #product: OnnxNetwork | null;

  private constructor(memory: NeighborMemory, product: OnnxNetwork | null) {
    this.#memory = memory;
    this.#product = product;
  }

  static async open(memory: NeighborMemory, threads: number): Promise<NeighborSearch> {
    if (memory.digits.length === 0) return new NeighborSearch(memory, null);
    const file = productFile(memory.features, memory.mean.length);
    return new NeighborSearch(memory, await OnnxNetwork.load(file, { threads }));
  }

  /** The classes of the nearest neighbors of each number's slots, 6 × 12 each: shares of the digits, and of other writers. */
  async sharesOf(seen: readonly SlotFeatures[]): Promise<Float32Array[]> {
    if (!this.#product) return seen.map(() => othersOnly());
    const shares: Float32Array[] = [];
    for (let start = 0; start < seen.length; start += BATCH) {
      shares.push(...(await this.#sharesOfBatch(this.#product, seen.slice(start, start + BATCH))));
    }
    return shares;
  }

  async #sharesOfBatch(product: OnnxNetwork, seen: readonly SlotFeatures[]): Promise<Float32Array[]> {
    const { mean, digits } = this.#memory;
    const rows = new Float32Array(seen.length * FIELD_SLOTS * mean.length);
    for (const [n, slots] of seen.entries()) {
      for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
        rows.set(directionOf(slots, slot, mean), (n * FIELD_SLOTS + slot) * mean.length);
      }
    }
    const { data } = await product.run(rows, [seen.length * FIELD_SLOTS, mean.length]);
    return seen.map((_, n) => {
      const shares = new Float32Array(FIELD_SLOTS * SHARES);
      for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
        const row = n * FIELD_SLOTS + slot;
        const similarities = data.subarray(row * digits.length, (row + 1) * digits.length);
        shares.set(digitShares(nearest(similarities), this.#memory), slot * SHARES);
      }
      return shares;
    });
  }

  async close(): Promise<void> {
    await this.#product?.close();
  }
}

const othersOnly = (): Float32Array =>
  Float32Array.from({ length: FIELD_SLOTS * SHARES }, (_, i) => (i % SHARES === OTHER_WRITER ? 1 : 0));
