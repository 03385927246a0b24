/** The parts of the protobuf wire format that editing an ONNX file needs (protobuf.dev/programming-guides/encoding). */

export type WireField = {
  number: number;
  /** Payload of a length-delimited field (wire type 2); empty for other types. */
  bytes: Uint8Array;
  /** Value of a varint field (wire type 0); 0 for other types. */
  value: number;
};

const VARINT = 0;
const FIXED_64 = 1;
const DELIMITED = 2;
const FIXED_32 = 5;

/** The fields of a message in their order. Payloads are views of `message`. Throws RangeError where it is cut off. */
export function* fieldsOf(message: Uint8Array): Generator<WireField> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError("the message is cut off");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    const type = key % 8;
    if (type === VARINT) {
      yield { number, bytes: message.subarray(at, at), value: varint() };
      continue;
    }
    const size = type === DELIMITED ? varint() : type === FIXED_64 ? 8 : type === FIXED_32 ? 4 : Number.NaN;
    if (!(at + size <= message.length)) throw new RangeError("the message is cut off");
    yield { number, bytes: message.subarray(at, at + size), value: 0 };
    at += size;
  }
}

/** A varint field. */
export const varintField = (number: number, value: number): Uint8Array =>
  Uint8Array.from([...varintBytes(number * 8 + VARINT), ...varintBytes(value)]);

/** A length-delimited field: a string, bytes, or a message. */
export const delimitedField = (number: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from([...varintBytes(number * 8 + DELIMITED), ...varintBytes(bytes.length)]), bytes]);

function varintBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
