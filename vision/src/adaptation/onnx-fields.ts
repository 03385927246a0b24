/** Field numbers of onnx.proto (onnx.ai, IR version 8). */
export const MODEL = { irVersion: 1, graph: 7, opset: 8 } as const;
export const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
export const NODE = { input: 1, output: 2, type: 4 } as const;
export const TENSOR = { dims: 1, dataType: 2, name: 8, raw: 9 } as const;
/** Element type of 32-bit floats. */
export const FLOAT = 1;
