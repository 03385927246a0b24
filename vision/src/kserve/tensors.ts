/** Encodes and decodes tensors: the Open Inference Protocol's JSON, and the binary tensor data extension. */
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { Floats } from "@precount/inference";
import type { NetworkSpec } from "../network-spec.ts";

/** The only datatype of the networks' tensors. */
export const DATATYPE = "FP32";
/** The header with the length of a message's JSON, behind which the tensors' bytes follow. */
const HEADER_LENGTH_FIELD = "inference-header-content-length";
const BYTES_PER_FLOAT = 4;
/** Upper limits of the JSON size of a float, and of everything around the floats. */
const JSON_BYTES_PER_FLOAT = 40;
const JSON_BYTES = 64 * 1024;

export interface Encoded {
  headers: Record<string, string>;
  bodyParts: Uint8Array[];
}

/**
 * Encodes an inference request with one tensor.
 * @param isBinary whether to send bytes (little-endian, like every machine that ONNX Runtime supports) or JSON, which
 * takes five times as many bytes
 */
export function encodeRequest({ input, output }: NetworkSpec, { data, shape }: Floats, isBinary: boolean): Encoded {
  const tensor = { name: input.name, shape, datatype: DATATYPE };
  if (!isBinary) {
    const inputs = [{ ...tensor, data: Array.from(data) }];
    const json = Buffer.from(JSON.stringify({ inputs, outputs: [{ name: output.name }] }));
    return { headers: { "content-type": "application/json" }, bodyParts: [json] };
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const inputs = [{ ...tensor, parameters: { binary_data_size: bytes.length } }];
  const outputs = [{ name: output.name, parameters: { binary_data: true } }];
  const json = Buffer.from(JSON.stringify({ inputs, outputs }));
  return {
    headers: { "content-type": "application/octet-stream", [HEADER_LENGTH_FIELD]: String(json.length) },
    bodyParts: [json, bytes],
  };
}

const elementCount = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

/** The maximum size in bytes of an answer of that shape, in either encoding. */
export const maxAnswerBytes = (shape: readonly number[]): number =>
  elementCount(shape) * JSON_BYTES_PER_FLOAT + JSON_BYTES;

const answerSchema = z.object({
  outputs: z.tuple([
    z.object({
      name: z.string(),
      datatype: z.string(),
      shape: z.array(z.number().int().min(0)).max(8),
      parameters: z.object({ binary_data_size: z.number().int().min(0).optional() }).nullish(),
      data: z.unknown().optional(),
    }),
  ]),
});

/**
 * Decodes the one tensor of an answer in either encoding. Checks all of it, because the server is not trusted.
 * @throws Error with a sentence for a person when the answer is invalid
 */
export function decodeAnswer(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  { output: wanted, range }: NetworkSpec,
  shape: readonly number[],
): Float32Array {
  const { json, bytes } = splitBody(headers[HEADER_LENGTH_FIELD], body);
  const parsed = answerSchema.safeParse(parseJson(json));
  if (!parsed.success) throw invalidAnswer("is not an inference answer with one output");
  const [output] = parsed.data.outputs;
  if (output.name !== wanted.name) throw invalidAnswer(`holds the output ${quoted(output.name)}, not ${wanted.name}`);
  if (output.datatype !== DATATYPE) throw invalidAnswer(`holds ${quoted(output.datatype)}, not ${DATATYPE}`);
  if (output.shape.join() !== shape.join())
    throw invalidAnswer(`has the shape ${formatShape(output.shape)}, not ${formatShape(shape)}`);
  const count = elementCount(shape);
  const size = output.parameters?.binary_data_size;
  const data = size === undefined ? fromJson(output.data, count, bytes) : fromBytes(bytes, size, count);
  for (const value of data) {
    // Written so that NaN fails as well.
    if (!(value >= range.least && value <= range.most))
      throw invalidAnswer(`holds the number ${value}, which makes no sense`);
  }
  return data;
}

function splitBody(headerLength: string | string[] | undefined, body: Buffer): { json: Buffer; bytes: Buffer } {
  if (headerLength === undefined) return { json: body, bytes: body.subarray(body.length) };
  const length = typeof headerLength === "string" && /^\d{1,9}$/.test(headerLength) ? Number(headerLength) : NaN;
  if (!(length <= body.length)) throw invalidAnswer("does not say rightly where its tensor begins");
  return { json: body.subarray(0, length), bytes: body.subarray(length) };
}

function fromBytes(bytes: Buffer, size: number, count: number): Float32Array {
  if (size !== count * BYTES_PER_FLOAT || bytes.length !== size)
    throw invalidAnswer(`has ${bytes.length} bytes of numbers and announces ${size}, not ${count * BYTES_PER_FLOAT}`);
  // A copy, because a Float32Array must start at a multiple of four bytes.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + size));
}

/** The protocol allows flat numbers and numbers nested by dimension. */
function fromJson(data: unknown, count: number, bytes: Buffer): Float32Array {
  if (bytes.length > 0) throw invalidAnswer("has bytes that belong to no output");
  const numbers = new Float32Array(count);
  let at = 0;
  const pending: unknown[] = [data];
  while (pending.length > 0) {
    const item = pending.pop();
    if (Array.isArray(item)) for (let i = item.length - 1; i >= 0; i -= 1) pending.push(item[i]);
    else if (typeof item === "number" && at < count) numbers[at++] = item;
    else
      throw invalidAnswer(
        typeof item === "number" ? `has more than ${count} numbers` : "contains a value that is not a number",
      );
  }
  if (at !== count) throw invalidAnswer(`has ${at} numbers, not ${count}`);
  return numbers;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** The server's own error message, quoted and shortened to one line; empty without a message. */
export function quotedError(body: Buffer): string {
  const parsed = z.object({ error: z.string() }).safeParse(parseJson(body));
  return parsed.success && parsed.data.error !== "" ? `: ${quoted(parsed.data.error)}` : "";
}

const quoted = (words: string): string => `“${words.replaceAll(/[^\x20-\x7e]+/g, " ").slice(0, 200)}”`;
export const formatShape = (shape: readonly number[]): string => `[${shape.join(", ")}]`;

const invalidAnswer = (what: string): Error => new Error(`The model server's answer ${what}, so it is not used.`);
