/** A count with its noun: "1 photo", "2 photos". */
export const counted = (value: number, noun: string): string =>
  `${value.toLocaleString("en-GB")} ${value === 1 ? noun : `${noun}s`}`;
