/**
 * Finds the statements of a migration that could break the previous version, which still runs while processes are replaced one by one
 * (ADR-020). It looks at the text only; false positives are allowed by name, with a reason.
 * @returns each such statement on one line without quotes
 */
export function findBreakingStatements(migration: string): string[] {
  const statements = statementsOf(migration);
  const createdTables = new Set(statements.flatMap((statement) => CREATED_TABLE.exec(statement)?.[1] ?? []));
  return statements.filter((statement) => {
    const table = CHANGED_TABLE.exec(statement)?.[1];
    // Only this version uses tables that it creates.
    if (table !== undefined && createdTables.has(table)) return false;
    return BREAKING_PATTERNS.some((pattern) => pattern.test(statement)) || addsRequiredColumn(statement);
  });
}

const CREATED_TABLE = /^create (?:unlogged )?table (?:if not exists )?(\S+)/i;
/** The table that a statement changes or adds a trigger to. */
const CHANGED_TABLE = /^(?:alter table (?:if exists )?(?:only )?|create .*?(?:index|trigger)\b.*? on (?:only )?)(\S+)/i;

const BREAKING_PATTERNS = [
  /^(drop|truncate)\b(?! index)/i,
  /^delete from/i,
  /^alter table .* (drop|rename|set schema)\b/i,
  /^alter (type|function|view|sequence|schema|domain) /i,
  // The previous version's statements may behave differently or fail.
  /^alter table .* alter (column )?\S+ (set data )?type\b/i,
  /^alter table .* alter (column )?\S+ (set not null|set generated|drop)/i,
  /^alter table .* add (constraint|check|unique|primary|foreign|exclude)\b/i,
  /^create unique index/i,
  /^create (or replace )?(constraint )?trigger/i,
  /^create or replace (function|procedure|view)/i,
];

/** A required column, which the previous version does not fill. */
const addsRequiredColumn = (statement: string): boolean =>
  /^alter table .* add column .*\bnot null\b/i.test(statement) && !/\b(default|generated)\b/i.test(statement);

function statementsOf(migration: string): string[] {
  const bare = migration.replaceAll(/--> statement-breakpoint/g, ";").replaceAll(/--[^\n]*/g, "");
  // Function bodies contain statements that run later.
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
