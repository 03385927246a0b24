/** A tensor of 32-bit floats: its values in row-major order, and its shape. */
export interface Floats {
  data: Float32Array;
  shape: readonly number[];
}

/** The network's output. `second` is a further output, if the network was loaded with one. */
export interface NetworkAnswer extends Floats {
  second?: Floats;
}

/** A neural network with one input, in this process or on a model server. */
export interface Network {
  run(data: Float32Array, shape: readonly number[]): Promise<NetworkAnswer>;
  /** Frees the network's memory or connections. */
  close(): Promise<void>;
}

/** The values of a tensor of this shape, all zero. */
export const zeros = (shape: readonly number[]): Float32Array =>
  new Float32Array(shape.reduce((product, side) => product * side, 1));
