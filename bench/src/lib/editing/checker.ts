/** An edit of a field, with the values of the field that the client showed at that time. `id` is the idempotency key. */
export type Edit = { id: string; target: string; seenValues: readonly unknown[]; newValue: unknown };
/** Edits and confirmations of one person in all tabs of a browser, across reloads. */
export type ClientLog = {
  edits: Edit[];
  /** Ids of edits that the page showed as saved. */
  saved: ReadonlySet<string>;
  /** Field values that a conflict has shown to the person, by target. */
  shown: ReadonlyMap<string, ReadonlySet<unknown>>;
};
/** An entry of the server's patch log: one push is one patch. */
export type Logged = { key: string; target: string; value: unknown };

/** Tabs of one browser share a queue. */
export const mergeClientLogs = (tabs: readonly ClientLog[]): ClientLog => ({
  edits: tabs.flatMap(({ edits }) => edits),
  saved: new Set(tabs.flatMap(({ saved }) => [...saved])),
  shown: tabs.reduce((all, { shown }) => {
    for (const [target, values] of shown) all.set(target, new Set([...(all.get(target) ?? []), ...values]));
    return all;
  }, new Map<string, ReadonlySet<unknown>>()),
});

export type Verdict = {
  /** Shown as saved but missing in the log. */
  lost: string[];
  /** In the log more than once. */
  doubled: string[];
  /** In the log although no client made the edit. */
  unknown: string[];
  /** Overwrote a value that its author had never seen: a conflict was missed. */
  overwritten: string[];
};

/** Compares a log with its authors' actions and returns the problems. */
export function checkHistory(
  log: readonly Logged[],
  people: readonly ClientLog[],
  initial: ReadonlyMap<string, unknown>,
): Verdict {
  const times = new Map<string, number>();
  for (const { key } of log) times.set(key, (times.get(key) ?? 0) + 1);
  const authors = new Map(people.flatMap((person) => person.edits.map(({ id }) => [id, person] as const)));
  return {
    lost: people.flatMap(({ saved }) => [...saved].filter((id) => !times.has(id))),
    doubled: [...times].filter(([, count]) => count > 1).map(([key]) => key),
    unknown: [...times.keys()].filter((key) => !authors.has(key)),
    overwritten: overwritten(log, authors, initial),
  };
}

/**
 * Only fields in `initial`: their values are unique and identify themselves. An added result has no index yet when
 * its author edits it.
 */
function overwritten(
  log: readonly Logged[],
  authors: ReadonlyMap<string, ClientLog>,
  initial: ReadonlyMap<string, unknown>,
): string[] {
  const current = new Map(initial);
  const wrong: string[] = [];
  for (const { key, target, value } of log) {
    const before = current.get(target);
    if (before === undefined) continue;
    const author = authors.get(key);
    if (author && !knew(author, target, before))
      wrong.push(`${target}: ${JSON.stringify(before)} by ${JSON.stringify(value)}`);
    current.set(target, value);
  }
  return wrong;
}

const knew = ({ edits, shown }: ClientLog, target: string, value: unknown): boolean =>
  shown.get(target)?.has(value) === true ||
  edits.some((edit) => edit.target === target && (edit.seenValues.includes(value) || edit.newValue === value));
