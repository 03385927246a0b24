/** The share of errors of each kind that were found, as lines of text. */
export function recallByKind(errors: readonly { name: string; isFound: boolean }[]): string {
  const byName = Map.groupBy(errors, ({ name }) => name);
  return [...byName]
    .map(([name, own]) => {
      const found = own.filter(({ isFound }) => isFound).length;
      return `${name.padEnd(42)} ${String(found).padStart(3)} of ${own.length}`;
    })
    .join("\n");
}
