type Typed = {
  /** The digits so far; '' if no number begins with them. */
  text: string;
  /** The number that they are; null when they are none. */
  number: number | null;
  /** Whether no further digit can follow. */
  isComplete: boolean;
};

/** Adds a digit to the typed ones of a number from 1 to `most`. A digit that does not continue the number begins another one. */
export function numberTyped(before: string, digit: string, most: number): Typed {
  const text = [before + digit, digit].find((one) => Number(one) >= 1 && Number(one) <= most) ?? "";
  const number = text === "" ? null : Number(text);
  return { text, number, isComplete: number !== null && number * 10 > most };
}
