/** What somebody saw of a field when they said something about it, and what they said. `id` is the push's key. */
export type Word = { id: string; target: string; saw: readonly unknown[]; said: unknown };
/** What one person has said and been told, in all tabs of their browser, however often a page was loaded anew. */
export type Told = {
  words: Word[];
  /** Ids of edits that its page called saved. */
  saved: ReadonlySet<string>;
  /** Values of fields that a conflict has shown it, by target. */
  shown: ReadonlyMap<string, ReadonlySet<unknown>>;
};
/** An entry of the server's log: one push is one patch. */
export type Logged = { key: string; target: string; value: unknown };

/** Tabs of one browser share what waits to be sent. */
export const tellTogether = (tabs: readonly Told[]): Told => ({
  words: tabs.flatMap(({ words }) => words),
  saved: new Set(tabs.flatMap(({ saved }) => [...saved])),
  shown: tabs.reduce((all, { shown }) => {
    for (const [target, values] of shown) all.set(target, new Set([...(all.get(target) ?? []), ...values]));
    return all;
  }, new Map<string, ReadonlySet<unknown>>()),
});

export type Verdict = {
  /** Called saved, and not in the log. */
  lost: string[];
  /** In the log more than once. */
  doubled: string[];
  /** In the log, and nobody said it. */
  unknown: string[];
  /** Said over a value that its author had never been shown: a conflict that nobody saw. */
  overwritten: string[];
};

/** What is wrong with a log, given what its authors said and were told. */
export function checkHistory(
  log: readonly Logged[],
  people: readonly Told[],
  initial: ReadonlyMap<string, unknown>,
): Verdict {
  const times = new Map<string, number>();
  for (const { key } of log) times.set(key, (times.get(key) ?? 0) + 1);
  const authors = new Map(people.flatMap((person) => person.words.map(({ id }) => [id, person] as const)));
  return {
    lost: people.flatMap(({ saved }) => [...saved].filter((id) => !times.has(id))),
    doubled: [...times].filter(([, count]) => count > 1).map(([key]) => key),
    unknown: [...times.keys()].filter((key) => !authors.has(key)),
    overwritten: overwritten(log, authors, initial),
  };
}

/**
 * Only fields of `initial`: their values are all different, so that each is known by itself. A label that was added has no
 * index yet when its author speaks of it.
 */
function overwritten(
  log: readonly Logged[],
  authors: ReadonlyMap<string, Told>,
  initial: ReadonlyMap<string, unknown>,
): string[] {
  const standing = new Map(initial);
  const wrong: string[] = [];
  for (const { key, target, value } of log) {
    const before = standing.get(target);
    if (before === undefined) continue;
    const author = authors.get(key);
    if (author && !knew(author, target, before))
      wrong.push(`${target}: ${JSON.stringify(before)} by ${JSON.stringify(value)}`);
    standing.set(target, value);
  }
  return wrong;
}

const knew = ({ words, shown }: Told, target: string, value: unknown): boolean =>
  shown.get(target)?.has(value) === true ||
  words.some((word) => word.target === target && (word.saw.includes(value) || word.said === value));
