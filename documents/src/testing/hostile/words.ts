/** Words that only a programmer understands. */
const JARGON =
  /\b(error|exception|undefined|null|NaN|stack|wasm|webassembly|pdfium|xref|ENOENT|EACCES|heap|buffer|parse|pointer|memory access|photo)\b|[{}<>]|node:|\.ts\b|\bat \S+:\d+/i;

/** Whether a message is a plain sentence for a person. */
export const isForAPerson = (words: string): boolean => /^[A-Z“].{8,280}\.$/s.test(words) && !JARGON.test(words);
