/** Tensors on the wire: the Open Inference Protocol's JSON, and the binary tensor data extension. */
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { Floats } from "@precount/inference";
import type { NetworkSpec } from "../network-spec.ts";

/** The one datatype that our networks speak. */
export const DATATYPE = "FP32";
/** Where a message's JSON ends and its tensors' bytes begin. */
const HEADER_LENGTH = "inference-header-content-length";
const BYTES_PER_FLOAT = 4;
/** What JSON takes for a float at most, and for all around the floats. */
const JSON_BYTES_PER_FLOAT = 40;
const JSON_BYTES = 64 * 1024;

export interface Encoded {
  headers: Record<string, string>;
  parts: Uint8Array[];
}

/**
 * An inference request with one tensor.
 * @param isBinary as bytes, little-endian as is every machine that ONNX runtime runs on; else as JSON: five times as many bytes
 */
export function encodeRequest({ input, output }: NetworkSpec, { data, shape }: Floats, isBinary: boolean): Encoded {
  const tensor = { name: input.name, shape, datatype: DATATYPE };
  if (!isBinary) {
    const inputs = [{ ...tensor, data: Array.from(data) }];
    const json = Buffer.from(JSON.stringify({ inputs, outputs: [{ name: output.name }] }));
    return { headers: { "content-type": "application/json" }, parts: [json] };
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const inputs = [{ ...tensor, parameters: { binary_data_size: bytes.length } }];
  const outputs = [{ name: output.name, parameters: { binary_data: true } }];
  const json = Buffer.from(JSON.stringify({ inputs, outputs }));
  return {
    headers: { "content-type": "application/octet-stream", [HEADER_LENGTH]: String(json.length) },
    parts: [json, bytes],
  };
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

/** How many bytes an answer of that shape has at most, in either encoding. */
export const mostBytesOf = (shape: readonly number[]): number => sizeOf(shape) * JSON_BYTES_PER_FLOAT + JSON_BYTES;

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
 * The one tensor of an answer, in whichever encoding it came. Everything about it is checked: a server is a stranger.
 * @throws Error in words when it is not just what was asked for
 */
export function decodeAnswer(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  { output: wanted, range }: NetworkSpec,
  shape: readonly number[],
): Float32Array {
  const { json, bytes } = split(headers[HEADER_LENGTH], body);
  const parsed = answerSchema.safeParse(parseJson(json));
  if (!parsed.success) throw refused("is not an inference answer with one output");
  const [output] = parsed.data.outputs;
  if (output.name !== wanted.name) throw refused(`holds the output ${quoted(output.name)}, not ${wanted.name}`);
  if (output.datatype !== DATATYPE) throw refused(`holds ${quoted(output.datatype)}, not ${DATATYPE}`);
  if (output.shape.join() !== shape.join()) throw refused(`has the shape ${said(output.shape)}, not ${said(shape)}`);
  const count = sizeOf(shape);
  const size = output.parameters?.binary_data_size;
  const data = size === undefined ? fromJson(output.data, count, bytes) : fromBytes(bytes, size, count);
  for (const value of data) {
    // NaN is neither.
    if (!(value >= range.least && value <= range.most))
      throw refused(`holds the number ${value}, which makes no sense`);
  }
  return data;
}

function split(headerLength: string | string[] | undefined, body: Buffer): { json: Buffer; bytes: Buffer } {
  if (headerLength === undefined) return { json: body, bytes: body.subarray(body.length) };
  const length = typeof headerLength === "string" && /^\d{1,9}$/.test(headerLength) ? Number(headerLength) : NaN;
  if (!(length <= body.length)) throw refused("does not say rightly where its tensor begins");
  return { json: body.subarray(0, length), bytes: body.subarray(length) };
}

function fromBytes(bytes: Buffer, size: number, count: number): Float32Array {
  if (size !== count * BYTES_PER_FLOAT || bytes.length !== size)
    throw refused(`has ${bytes.length} bytes of numbers and announces ${size}, not ${count * BYTES_PER_FLOAT}`);
  // Copied: floats must begin at a multiple of four.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + size));
}

/** Flat or nested by dimensions: the protocol allows both. */
function fromJson(data: unknown, count: number, bytes: Buffer): Float32Array {
  if (bytes.length > 0) throw refused("has bytes that belong to no output");
  const numbers = new Float32Array(count);
  let at = 0;
  const waiting: unknown[] = [data];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (Array.isArray(item)) for (let i = item.length - 1; i >= 0; i -= 1) waiting.push(item[i]);
    else if (typeof item === "number" && at < count) numbers[at++] = item;
    else throw refused(typeof item === "number" ? `has more than ${count} numbers` : "holds what is no number");
  }
  if (at !== count) throw refused(`has ${at} numbers, not ${count}`);
  return numbers;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** What a server says of an error, as far as it is one short line: its words, so they are quoted. */
export function errorIn(body: Buffer): string {
  const parsed = z.object({ error: z.string() }).safeParse(parseJson(body));
  return parsed.success && parsed.data.error !== "" ? `: ${quoted(parsed.data.error)}` : "";
}

const quoted = (words: string): string => `“${words.replaceAll(/[^\x20-\x7e]+/g, " ").slice(0, 200)}”`;
export const said = (shape: readonly number[]): string => `[${shape.join(", ")}]`;

const refused = (what: string): Error => new Error(`The model server's answer ${what}, so it is not used.`);
