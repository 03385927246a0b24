import { expect, test } from "vitest";
import { sniffPhoto } from "./sniff.ts";

const text = (value: string) => new TextEncoder().encode(value);
const iso = (major: string, ...compatible: string[]) => {
  const brands = [major, "\0\0\0\0", ...compatible].join("");
  const bytes = text(`\0\0\0\0ftyp${brands}`);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  return bytes;
};

test.each([
  ["jpeg", new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 0])],
  ["png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["webp", text("RIFF\x10\0\0\0WEBPVP8 ")],
  ["tiff", new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
  ["tiff", new Uint8Array([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8])],
  ["avif", iso("avif", "mif1", "miaf")],
  ["avif", iso("mif1", "avif")],
  ["heic", iso("heic", "mif1")],
  ["heic", iso("mif1", "heic", "miaf")],
] as const)("recognizes %s by its first bytes", (format, bytes) => {
  expect(sniffPhoto(bytes)).toBe(format);
});

test.each([
  ["nothing", new Uint8Array()],
  ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["SVG with a prolog", text('<?xml version="1.0"?><svg/>')],
  ["GIF", text("GIF89a\x01\0\x01\0")],
  ["HTML", text("<!doctype html><title>Sign in</title>")],
  ["PDF", text("%PDF-1.7")],
  ["a video", iso("isom", "mp42")],
  ["WAV", text("RIFF\x10\0\0\0WAVEfmt ")],
])("%s is not a photo", (_name, bytes) => {
  expect(sniffPhoto(bytes)).toBeNull();
});
