import { ModelFilesError } from "@precount/inference";
import { CLASSES } from "../precount/values.ts";
import type { DigitLayer } from "./digit-layer.ts";
import { FLOAT, GRAPH, MODEL, NODE, TENSOR } from "./onnx-fields.ts";
import { delimitedField, fieldsOf, varintField } from "./protobuf.ts";

/*
 * Finds the last layer of a reader in its ONNX file. `export.py` writes it as MatMul(features, weights), then Add(bias).
 * The names of the tensors depend on the exporter, so this looks for the shape of the graph.
 */

type Node = { type: string; inputs: string[]; outputs: string[] };
type Tensor = { dims: number[]; raw: Uint8Array };

const decoder = new TextDecoder();
const textsOf = (message: Uint8Array, number: number): string[] =>
  [...fieldsOf(message)].filter((field) => field.number === number).map(({ bytes }) => decoder.decode(bytes));

function toNode(message: Uint8Array): Node {
  const [type = ""] = textsOf(message, NODE.type);
  return { type, inputs: textsOf(message, NODE.input), outputs: textsOf(message, NODE.output) };
}

function toTensor(message: Uint8Array): [name: string, Tensor] {
  const fields = [...fieldsOf(message)];
  const dims = fields.filter(({ number }) => number === TENSOR.dims).map(({ value }) => value);
  const raw = fields.find(({ number }) => number === TENSOR.raw)?.bytes ?? new Uint8Array();
  return [textsOf(message, TENSOR.name)[0] ?? "", { dims, raw }];
}

/** The digit layer in the file: views of its weights and bias, and the name of the tensor that it multiplies. */
type Located = { features: string; weights: Uint8Array; bias: Uint8Array };

function locate(file: Uint8Array): Located {
  const graphs = [...fieldsOf(file)].filter(({ number }) => number === MODEL.graph);
  const parts = graphs.flatMap(({ bytes }) => Array.from(fieldsOf(bytes)));
  const nodes = parts.filter(({ number }) => number === GRAPH.node).map(({ bytes }) => toNode(bytes));
  const tensors = new Map(
    parts.filter(({ number }) => number === GRAPH.initializer).map(({ bytes }) => toTensor(bytes)),
  );
  const found = nodes.flatMap((node): Located[] => {
    if (node.type !== "MatMul") return [];
    const [features = "", name = ""] = node.inputs;
    const weights = tensors.get(name);
    if (weights?.dims.length !== 2 || weights.dims[1] !== CLASSES) return [];
    const add = nodes.find(({ type, inputs }) => type === "Add" && inputs.includes(node.outputs[0] ?? ""));
    const bias = add?.inputs.map((input) => tensors.get(input)).find((tensor) => tensor?.dims[0] === CLASSES);
    return bias ? [{ features, weights: weights.raw, bias: bias.raw }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) {
    throw new ModelFilesError(`The file has ${found.length} layers with ${CLASSES} outputs where a reader has one.`);
  }
  return only;
}

const toFloats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
/** The digit layer of a reader's ONNX file. Throws ModelFilesError where the file has none. */
export function readDigitLayer(file: Uint8Array): DigitLayer {
  const { weights, bias } = locate(file);
  return { weights: toFloats(weights), bias: toFloats(bias) };
}

/**
 * The same network with a second output: the inputs of the digit layer for each slot. It is appended as a second `graph`
 * field, which protobuf readers merge into the first one; weights and answers stay the same.
 */
export function withFeatureOutput(file: Uint8Array): { file: Uint8Array; features: string } {
  const { features } = locate(file);
  const type = delimitedField(1, varintField(1, FLOAT));
  const info = Buffer.concat([delimitedField(1, Buffer.from(features)), delimitedField(2, type)]);
  const graph = delimitedField(MODEL.graph, delimitedField(GRAPH.output, info));
  return { file: Buffer.concat([file, graph]), features };
}
