/** A descriptor is 256 bits. */
export const DESCRIPTOR_WORDS = 8;

/** Keypoints of a photo, by which overlapping photos are recognized. */
export interface Keypoints {
  /** Pixels of the full upright photo. */
  x: Uint16Array;
  y: Uint16Array;
  /** DESCRIPTOR_WORDS per keypoint. */
  descriptors: Uint32Array;
}

/** x and y as 16 bits each, then the descriptor. */
const BYTES_PER_KEYPOINT = 4 + DESCRIPTOR_WORDS * 4;

/** The stored form: little-endian, 36 bytes a keypoint. */
export function encodeKeypoints({ x, y, descriptors }: Keypoints): Uint8Array {
  const bytes = new Uint8Array(x.length * BYTES_PER_KEYPOINT);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < x.length; i++) {
    const at = i * BYTES_PER_KEYPOINT;
    view.setUint16(at, x[i] ?? 0, true);
    view.setUint16(at + 2, y[i] ?? 0, true);
    for (let n = 0; n < DESCRIPTOR_WORDS; n++) {
      view.setUint32(at + 4 + n * 4, descriptors[i * DESCRIPTOR_WORDS + n] ?? 0, true);
    }
  }
  return bytes;
}

/** The reverse of `encodeKeypoints`. Throws an Error for bytes of another length. */
export function decodeKeypoints(bytes: Uint8Array): Keypoints {
  const count = bytes.length / BYTES_PER_KEYPOINT;
  if (!Number.isInteger(count)) throw new Error(`${bytes.length} bytes are not encoded keypoints`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const keypoints = {
    x: new Uint16Array(count),
    y: new Uint16Array(count),
    descriptors: new Uint32Array(count * DESCRIPTOR_WORDS),
  };
  for (let i = 0; i < count; i++) {
    const at = i * BYTES_PER_KEYPOINT;
    keypoints.x[i] = view.getUint16(at, true);
    keypoints.y[i] = view.getUint16(at + 2, true);
    for (let n = 0; n < DESCRIPTOR_WORDS; n++) {
      keypoints.descriptors[i * DESCRIPTOR_WORDS + n] = view.getUint32(at + 4 + n * 4, true);
    }
  }
  return keypoints;
}
