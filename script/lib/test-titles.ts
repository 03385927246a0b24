/** Titles of the tests, and groups of tests, that run: the first words given to `it`, `test`, `describe` or one of their `each`. */
export function titlesOf(source: string): Set<string> {
  const calls =
    /(?:\b(?:it|test|describe)(?:\.(?!skip|todo)\w+)*|\))\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`)\s*,/g;
  const texts = Array.from(source.matchAll(calls), ([, ...quoted]) => quoted.find((one) => one !== undefined) ?? "");
  return new Set(texts.map((text) => text.replaceAll(/\\(["'\\])/g, "$1")));
}
