/** Floats in their shape: what goes into a network, and what comes out. */
export interface Floats {
  data: Float32Array;
  shape: readonly number[];
}

/** What runs a network with one input and one output, here or elsewhere. */
export interface Network {
  run(data: Float32Array, shape: readonly number[]): Promise<Floats>;
  /** Frees what it holds. */
  close(): Promise<void>;
}

/** A tensor's name in the exported network, and its sizes: -1 where any will do. */
export interface TensorSpec {
  name: string;
  shape: readonly number[];
}

/** What our code expects of a network, wherever it runs. */
export interface NetworkSpec {
  input: TensorSpec;
  output: TensorSpec;
  /** The smallest input there is: what answers zeros in that shape works. */
  smallest: readonly number[];
  /** The one shape in which an input of that shape is answered. */
  answerShape(inputShape: readonly number[]): readonly number[];
  /** What an answer's numbers lie between. */
  range: { least: number; most: number };
}

/** Nothing, in a shape. */
export const zeros = (shape: readonly number[]): Float32Array =>
  new Float32Array(shape.reduce((product, side) => product * side, 1));
