/** Titles of tests and test groups that are not skipped: the first argument of `it`, `test`, `describe` and their `each`. */
export function titlesOf(source: string): Set<string> {
  const calls =
    /(?:\b(?:it|test|describe)(?:\.(?!skip|todo)\w+)*|\))\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`)\s*,/g;
  const texts = Array.from(source.matchAll(calls), ([, ...quoted]) => quoted.find((one) => one !== undefined) ?? "");
  return new Set(texts.map((text) => text.replaceAll(/\\(["'\\])/g, "$1")));
}
