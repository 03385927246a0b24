/** A slow reader's characters per second, who first has to notice the message. */
const CHARACTERS_PER_SECOND = 10;

/** How long a message stays, in seconds: long messages stay until they are read. */
export const readingTimeS = (text: string, leastS: number): number =>
  Math.max(leastS, Math.ceil(text.length / CHARACTERS_PER_SECOND));
