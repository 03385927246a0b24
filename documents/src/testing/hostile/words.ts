/** Words that only a programmer understands. */
const JARGON =
  /\b(error|exception|undefined|null|NaN|stack|wasm|webassembly|pdfium|xref|ENOENT|EACCES|heap|buffer|parse|pointer|memory access|photo)\b|[{}<>]|node:|\.ts\b|\bat \S+:\d+/i;

/** The first words of a sentence that tells a person what to do. */
const INSTRUCTION =
  /^(Check|Choose|Compare|If|Make|Open|Photograph|Press|Print|Reload|Remove|Save|Scan|Split|Try|Upload)\b/;

/** Whether the last or the second but last sentence says what to do. Sentences end with a period and a space. */
export const saysWhatToDo = (message: string): boolean =>
  message
    .split(/(?<=\.) (?=[A-Z])/)
    .slice(-2)
    .some((sentence) => INSTRUCTION.test(sentence));

/** Whether a message is a plain sentence for a person. */
export const isForAPerson = (words: string): boolean => /^[A-Z“].{8,280}\.$/s.test(words) && !JARGON.test(words);
