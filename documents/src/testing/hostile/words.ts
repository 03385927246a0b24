/** What only a programmer understands. */
const JARGON =
  /\b(error|exception|undefined|null|NaN|stack|wasm|webassembly|pdfium|xref|ENOENT|EACCES|heap|buffer|parse|pointer|memory access|photo)\b|[{}<>]|node:|\.ts\b|\bat \S+:\d+/i;

/** Whether it is a sentence that tells a person something. */
export const isForAPerson = (words: string): boolean => /^[A-Z“].{8,280}\.$/s.test(words) && !JARGON.test(words);
