/** A tensor's name in the exported network and its shape; -1 marks a variable dimension. */
export interface TensorSpec {
  name: string;
  shape: readonly number[];
}

/** The interface that the runtime expects of a network, in this process or on a model server. */
export interface NetworkSpec {
  input: TensorSpec;
  output: TensorSpec;
  /** The shape of the smallest valid input. A network that answers zeros in this shape works. */
  smallest: readonly number[];
  /** The shape of the answer to an input of `inputShape`. */
  answerShape(inputShape: readonly number[]): readonly number[];
  /** The range of the answer's values, both ends included. */
  range: { least: number; most: number };
}
