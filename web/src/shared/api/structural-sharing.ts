import { replaceEqualDeep } from "@tanstack/react-query";

/**
 * `make`, but whatever of its result is as in the last one stays the same object: who is drawn from that is not drawn again.
 * @param make gives plain data, as JSON has it
 */
export function shareStructure<In, Out>(make: (input: In) => Out): (input: In) => Out {
  let last: Out | undefined;
  return (input) => {
    const made = make(input);
    last = last === undefined ? made : replaceEqualDeep(last, made);
    return last;
  };
}
