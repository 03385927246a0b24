import { isAscii } from "node:buffer";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { TextDecoder } from "node:util";
import type { ItemFileEncoding } from "@precount/domain";
import { analyse } from "chardet";
import type { OnRead } from "./rows.ts";
import { chooseWesternEncoding } from "./western-encoding.ts";

/** Bytes from which format, encoding and delimiter are detected. */
const SAMPLE_BYTES = 256 * 1024;

export async function readSample(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Chardet's names that are not labels of an accepted encoding. Browsers too read Latin-1 as windows-1252. */
const ENCODINGS: Readonly<Record<string, ItemFileEncoding>> = {
  "UTF-8": "utf-8",
  "UTF-16LE": "utf-16le",
  "UTF-16BE": "utf-16be",
  "ISO-8859-2": "windows-1250",
  "windows-1250": "windows-1250",
  "ISO-8859-5": "windows-1251",
  "windows-1251": "windows-1251",
  "KOI8-R": "windows-1251",
  Shift_JIS: "shift_jis",
  GB18030: "gb18030",
  Big5: "big5",
  "EUC-KR": "euc-kr",
};

/**
 * The encoding by the byte order mark, else UTF-8 if the file is valid, else the most likely one. Only lines with a letter outside of
 * ASCII tell, and a long list may have few of them, far from its start.
 */
export async function detectEncoding(path: string, sample: Buffer): Promise<ItemFileEncoding> {
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  const utf16 = zeroBytePattern(sample);
  if (utf16 !== null) return utf16;
  const lines = await readNonAsciiLines(path);
  if (isUtf8(lines)) return "utf-8";
  const [best] = analyse(lines);
  const detected = (best && best.confidence > NO_EVIDENCE && ENCODINGS[best.name]) || "windows-1252";
  return detected === "windows-1250" || detected === "windows-1252" ? chooseWesternEncoding(lines) : detected;
}

/** Chardet's confidence in multibyte encodings if the text is too short to tell. */
const NO_EVIDENCE = 10;
const LINE_FEED = 0x0a;

/** The lines with a byte from 80 on, up to about the size of a sample. The last one may be cut. */
async function readNonAsciiLines(path: string): Promise<Buffer> {
  const lines: Buffer[] = [];
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  const take = (line: Buffer): void => {
    if (isAscii(line)) return;
    lines.push(line);
    size += line.length;
  };
  // Without an encoding a stream's chunks are Buffers.
  for await (const chunk of createReadStream(path)) {
    const text = isAscii(rest) ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const end = text.lastIndexOf(LINE_FEED) + 1;
    if (!isAscii(text)) for (const line of splitLines(text.subarray(0, end))) take(line);
    rest = text.subarray(end);
    if (size + rest.length > SAMPLE_BYTES) break;
  }
  take(rest);
  return Buffer.concat(lines);
}

/** The lines with their line feeds. */
function* splitLines(text: Buffer): Generator<Buffer> {
  for (let from = 0; from < text.length;) {
    const to = text.indexOf(LINE_FEED, from) + 1 || text.length;
    yield text.subarray(from, to);
    from = to;
  }
}

/** The share of digits, delimiters and line breaks in a list in any alphabet. */
const MIN_ASCII_SHARE = 0.1;

/** UTF-16 without a byte order mark: one byte of each ASCII character is zero, always the same one. */
function zeroBytePattern(sample: Buffer): ItemFileEncoding | null {
  const characters = Math.min(sample.length, 2000) >> 1;
  let [even, odd] = [0, 0];
  for (let i = 0; i < characters; i += 1) {
    if (sample[2 * i] === 0) even += 1;
    if (sample[2 * i + 1] === 0) odd += 1;
  }
  const [fewer, more] = even < odd ? [even, odd] : [odd, even];
  if (more < characters * MIN_ASCII_SHARE || fewer > more * 0.05) return null;
  return more === odd ? "utf-16le" : "utf-16be";
}

function isUtf8(sample: Buffer): boolean {
  try {
    // `stream` accepts a character that is cut at the end of the sample.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export const decodeSample = (sample: Buffer, encoding: ItemFileEncoding): string =>
  new TextDecoder(encoding).decode(sample, { stream: true });

/** The text of a file in pieces. Unreadable bytes become U+FFFD, which the rows' check reports. */
export async function* readText(path: string, encoding: ItemFileEncoding, onRead?: OnRead): AsyncGenerator<string> {
  const { size } = await stat(path);
  const decoder = new TextDecoder(encoding);
  let done = 0;
  // Without an encoding a stream's chunks are Buffers.
  for await (const chunk of createReadStream(path)) {
    done += (chunk as Buffer).length;
    onRead?.(done, size);
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
