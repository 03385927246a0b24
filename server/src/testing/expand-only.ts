/**
 * What of a migration could take something away from the version before it, which goes on working while processes are
 * replaced one after the other (ADR-020). By the words alone: what only seems to is allowed by name, with the reason.
 * @returns each such statement, in one line without quotes
 */
export function takesAway(migration: string): string[] {
  const statements = statementsOf(migration);
  const made = new Set(statements.flatMap((statement) => MAKES.exec(statement)?.[1] ?? []));
  return statements.filter((statement) => {
    const about = ABOUT.exec(statement)?.[1];
    // Nobody but this version knows of what it makes itself.
    if (about !== undefined && made.has(about)) return false;
    return TAKES_AWAY.some((pattern) => pattern.test(statement)) || demandsMore(statement);
  });
}

const MAKES = /^create (?:unlogged )?table (?:if not exists )?(\S+)/i;
/** The table that a statement changes or watches. */
const ABOUT = /^(?:alter table (?:if exists )?(?:only )?|create .*?(?:index|trigger)\b.*? on (?:only )?)(\S+)/i;

const TAKES_AWAY = [
  /^(drop|truncate)\b(?! index)/i,
  /^delete from/i,
  /^alter table .* (drop|rename|set schema)\b/i,
  /^alter (type|function|view|sequence|schema|domain) /i,
  // What the version before does may not be what it does any more, or may be refused.
  /^alter table .* alter (column )?\S+ (set data )?type\b/i,
  /^alter table .* alter (column )?\S+ (set not null|set generated|drop)/i,
  /^alter table .* add (constraint|check|unique|primary|foreign|exclude)\b/i,
  /^create unique index/i,
  /^create (or replace )?(constraint )?trigger/i,
  /^create or replace (function|procedure|view)/i,
];

/** A column that each new row must fill, which the version before does not know. */
const demandsMore = (statement: string): boolean =>
  /^alter table .* add column .*\bnot null\b/i.test(statement) && !/\b(default|generated)\b/i.test(statement);

function statementsOf(migration: string): string[] {
  const bare = migration.replaceAll(/--> statement-breakpoint/g, ";").replaceAll(/--[^\n]*/g, "");
  // Bodies of functions hold statements of their own, which run later.
  const parts = bare.split(/(\$\w*\$)/);
  let body: string | null = null;
  let text = "";
  for (const part of parts) {
    if (body === null && /^\$\w*\$$/.test(part)) body = part;
    else if (part === body) body = null;
    else if (body === null) text += part;
  }
  return text
    .replaceAll('"', "")
    .replaceAll("public.", "")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
}
