import { openTextReader, type TextReader } from "@precount/ocr";

const THREADS = 2;

let opened: Promise<TextReader> | null = null;

/** The text reader that this process shares. The first call loads it, which takes a second and 200 MB. */
export function textReader(): Promise<TextReader> {
  opened ??= openTextReader(THREADS).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
