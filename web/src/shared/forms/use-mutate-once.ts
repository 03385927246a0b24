import { useRef } from "react";

type Mutation<Input> = { mutate: (input: Input, options?: { onSettled?: () => void }) => void };

/**
 * The `mutate` of a form or button. It ignores a call while the one before still runs: Enter pressed twice or a double click would send it
 * twice. The `isPending` of the last render is too old for that.
 */
export function useMutateOnce<Input>({ mutate }: Mutation<Input>): (input: Input) => void {
  const isRunning = useRef(false);
  return (input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(input, {
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
}
