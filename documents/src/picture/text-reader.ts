import { openTextReader, type TextReader } from "@precount/ocr";

const THREADS = 2;

let opened: Promise<TextReader> | null = null;

/** This process's reader of text, opened when first asked for (its weights take a second and 200 MB) and kept. */
export function textReader(): Promise<TextReader> {
  opened ??= openTextReader(THREADS).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
