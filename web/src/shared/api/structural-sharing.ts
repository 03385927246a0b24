import { replaceEqualDeep } from "@tanstack/react-query";

/**
 * Wraps `make` so that parts of its result that equal the previous result keep their identity. Components that depend on them do not
 * re-render.
 * @param make returns plain JSON data
 */
export function shareStructure<In, Out>(make: (input: In) => Out): (input: In) => Out {
  let last: Out | undefined;
  return (input) => {
    const result = make(input);
    last = last === undefined ? result : replaceEqualDeep(last, result);
    return last;
  };
}
