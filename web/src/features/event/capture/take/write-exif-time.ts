/*
 * Writes the time a photo was taken into its EXIF data: a canvas writes none, and some cameras write no time. All other EXIF
 * data of the camera is removed, such as place and device, except the orientation.
 */

const SOI = 0xffd8;
const APP1 = 0xffe1;
const SOS = 0xffda;
const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const EXIF_IFD = 0x8769;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** EXIF's local time, offset from UTC, and milliseconds. */
export function exifTimes(takenAt: Date): { time: string; offset: string; subSec: string } {
  const day = [takenAt.getFullYear(), twoDigits(takenAt.getMonth() + 1), twoDigits(takenAt.getDate())].join(":");
  const time = [takenAt.getHours(), takenAt.getMinutes(), takenAt.getSeconds()].map(twoDigits).join(":");
  const eastMin = -takenAt.getTimezoneOffset();
  const hours = `${twoDigits(Math.floor(Math.abs(eastMin) / 60))}:${twoDigits(Math.abs(eastMin) % 60)}`;
  return {
    time: `${day} ${time}`,
    offset: `${eastMin < 0 ? "-" : "+"}${hours}`,
    subSec: String(takenAt.getMilliseconds()).padStart(3, "0"),
  };
}

/** @returns the JPEG with its time; other bytes are returned unchanged */
export function writeExifTime(jpeg: Uint8Array<ArrayBuffer>, takenAt: Date): Uint8Array<ArrayBuffer> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return jpeg;
  const others: Uint8Array[] = [];
  let orientation = 1;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    const marker = view.getUint16(at);
    if (marker === SOS || marker < 0xff01) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > view.byteLength) break;
    const segment = jpeg.subarray(at, end);
    const isExif = marker === APP1 && ascii(segment.subarray(4, 10)) === EXIF;
    if (isExif) orientation = orientationIn(segment.subarray(10)) ?? orientation;
    else if (marker !== APP1) others.push(segment);
    at = end;
  }
  return concat([jpeg.subarray(0, 2), exifSegment(orientation, takenAt), ...others, jpeg.subarray(at)]);
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The orientation, 1–8, in a TIFF's first directory; null without one. */
function orientationIn(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > view.byteLength) return null;
  for (let entry = 0; entry < view.getUint16(start, isLittle); entry += 1) {
    const at = start + 2 + entry * 12;
    if (at + 12 > view.byteLength) return null;
    const value = view.getUint16(at + 8, isLittle);
    if (view.getUint16(at, isLittle) === ORIENTATION) return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

type Entry = { tag: number; text: string } | { tag: number; short: number } | { tag: number; long: number };

function exifSegment(orientation: number, takenAt: Date): Uint8Array {
  const { time, offset, subSec } = exifTimes(takenAt);
  const first = 8;
  const ifd0 = directory(first, [
    { tag: ORIENTATION, short: orientation },
    { tag: EXIF_IFD, long: first + 2 + 2 * 12 + 4 },
  ]);
  const exif = directory(first + ifd0.length, [
    { tag: 0x9003, text: time },
    { tag: 0x9011, text: offset },
    { tag: 0x9291, text: subSec },
  ]);
  const header = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, first);
  const tiff = concat([header, ifd0, exif]);
  const marker = new DataView(new ArrayBuffer(4));
  marker.setUint16(0, APP1);
  marker.setUint16(2, 2 + EXIF.length + tiff.length);
  return concat([new Uint8Array(marker.buffer), new TextEncoder().encode(EXIF), tiff]);
}

/** A directory of a big-endian TIFF, followed by its texts. @param start its offset in the TIFF */
function directory(start: number, entries: readonly Entry[]): Uint8Array {
  const size = 2 + entries.length * 12 + 4;
  const view = new DataView(new ArrayBuffer(size));
  const texts: Uint8Array[] = [];
  let textAt = start + size;
  view.setUint16(0, entries.length);
  for (const [index, entry] of entries.entries()) {
    const at = 2 + index * 12;
    view.setUint16(at, entry.tag);
    if ("text" in entry) {
      const bytes = new TextEncoder().encode(`${entry.text}\0`);
      view.setUint16(at + 2, 2);
      view.setUint32(at + 4, bytes.length);
      if (bytes.length <= 4) new Uint8Array(view.buffer).set(bytes, at + 8);
      else {
        view.setUint32(at + 8, textAt);
        texts.push(bytes);
        textAt += bytes.length;
      }
    } else {
      const isShort = "short" in entry;
      view.setUint16(at + 2, isShort ? 3 : 4);
      view.setUint32(at + 4, 1);
      if (isShort) view.setUint16(at + 8, entry.short);
      else view.setUint32(at + 8, entry.long);
    }
  }
  return concat([new Uint8Array(view.buffer), ...texts]);
}
