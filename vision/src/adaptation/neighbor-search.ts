import { OnnxNetwork } from "@precount/inference";
import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "./digit-layer.ts";
import { type NeighborMemory, type SeenSlots, digitShares, directionOf, nearest } from "./neighbors.ts";
import { productFile } from "./product-file.ts";

/** Share of the neighbors' digits in a slot's probabilities. Chosen on simulated crews: see ADR-060. */
const SHARE = 0.25;
/** Numbers that are compared with the memory at a time, so that the similarities take at most 10 MB. */
const BATCH = 64;

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

  /** Mixes the digits of each number's nearest neighbors into its probabilities (6 × 11), in place. */
  async mixIn(numbers: readonly Float32Array[], seen: readonly SeenSlots[]): Promise<void> {
    if (!this.#product) return;
    for (let start = 0; start < numbers.length; start += BATCH) {
      await this.#mixInBatch(this.#product, numbers.slice(start, start + BATCH), seen.slice(start, start + BATCH));
    }
  }

  async #mixInBatch(product: OnnxNetwork, numbers: readonly Float32Array[], seen: readonly SeenSlots[]): Promise<void> {
    const { mean, digits } = this.#memory;
    const rows = new Float32Array(seen.length * FIELD_SLOTS * mean.length);
    for (const [n, slots] of seen.entries()) {
      for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
        rows.set(directionOf(slots, slot, mean), (n * FIELD_SLOTS + slot) * mean.length);
      }
    }
    const { data } = await product.run(rows, [seen.length * FIELD_SLOTS, mean.length]);
    for (const [n, slots] of numbers.entries()) {
      for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
        const row = n * FIELD_SLOTS + slot;
        const similarities = data.subarray(row * digits.length, (row + 1) * digits.length);
        mixIn(slots.subarray(slot * CLASSES, (slot + 1) * CLASSES), digitShares(nearest(similarities), this.#memory));
      }
    }
  }

  async close(): Promise<void> {
    await this.#product?.close();
  }
}

function mixIn(slot: Float32Array, shares: Float32Array): void {
  for (let c = 0; c < CLASSES; c += 1) slot[c] = (1 - SHARE) * slot[c]! + SHARE * shares[c]!;
}
