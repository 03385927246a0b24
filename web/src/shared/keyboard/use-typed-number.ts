import { useEffect, useRef } from "react";
import { numberTyped } from "./number-typed.ts";

/** How long a digit waits for the next one of a number with two or three. */
const WAIT_MS = 700;

/**
 * Reads a number that is typed digit by digit.
 * @param most the highest number
 * @param onNumber called with a number from 1 to `most`, as soon as no further digit can follow or none has for a moment
 * @returns to be called with each digit
 */
export function useTypedNumber(most: number, onNumber: (number: number) => void): (digit: string) => void {
  const typed = useRef("");
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (number: number): void => {
    typed.current = "";
    onNumber(number);
  };
  return (digit) => {
    clearTimeout(timer.current);
    const { text, number, isComplete } = numberTyped(typed.current, digit, most);
    typed.current = text;
    if (number === null) return;
    if (isComplete) end(number);
    else timer.current = window.setTimeout(() => end(number), WAIT_MS);
  };
}
