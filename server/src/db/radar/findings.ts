import type { Finding, FindingKind, FindingResult, FindingSeverity } from "@precount/domain";
import { clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, eq, sql } from "../drizzle.ts";
import { radarAcceptances, radarFindings } from "../schema/radar.ts";
import { users } from "../schema/users.ts";

export type StoredFinding = Finding & { scope: string; results: readonly FindingResult[] };

/** Removes the findings of these parts of the event; of all parts for `null`. */
export async function removeFindings(
  tx: Queryable,
  projectSid: string,
  scopes: readonly string[] | null,
): Promise<void> {
  await tx
    .delete(radarFindings)
    .where(
      and(
        eq(radarFindings.projectSid, projectSid),
        scopes ? sql`${radarFindings.scope} = any(${sql.param([...scopes])}::text[])` : undefined,
      ),
    );
}

/** Findings in one statement. A row of `values` has 16 parameters, and a statement at most 65,535. */
const BATCH = 2000;

export async function insertFindings(
  tx: Queryable,
  projectSid: string,
  found: readonly StoredFinding[],
): Promise<void> {
  for (let at = 0; at < found.length; at += BATCH) {
    const rows = found.slice(at, at + BATCH).map((finding) => Object.assign({ projectSid }, finding));
    await tx.insert(radarFindings).values(rows).onConflictDoNothing();
  }
}

/** Unlisted codes whose finding names one of these codes as the likely one: it changes with their counts. */
export async function listCodesNaming(tx: Queryable, projectSid: string, codes: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ code: radarFindings.code })
    .from(radarFindings)
    .where(
      and(
        eq(radarFindings.projectSid, projectSid),
        eq(radarFindings.kind, "unknownCode"),
        sql`${radarFindings.details} ->> 'similarCode' = any(${sql.param([...codes])}::text[])`,
      ),
    );
  return rows.flatMap(({ code }) => code ?? []);
}

export type FindingFilters = {
  kinds?: readonly FindingKind[] | undefined;
  severities?: readonly FindingSeverity[] | undefined;
  departments?: readonly string[] | undefined;
  areaNumber?: number | undefined;
  isAccepted: boolean;
};

/** An acceptance is for one state of its finding. */
const ofState = and(
  eq(radarAcceptances.projectSid, radarFindings.projectSid),
  eq(radarAcceptances.key, radarFindings.key),
  eq(radarAcceptances.state, radarFindings.state),
);
const isAccepted = sql<boolean>`${radarAcceptances.key} is not null`;

const within = (column: unknown, values: readonly string[] | undefined): SQL | undefined =>
  values && sql`${column} = any(${sql.param([...values])}::text[])`;

const matching = (projectSid: string, filters: FindingFilters): SQL | undefined =>
  and(
    eq(radarFindings.projectSid, projectSid),
    filters.isAccepted ? isAccepted : sql`not ${isAccepted}`,
    within(radarFindings.kind, filters.kinds),
    within(radarFindings.severity, filters.severities),
    within(radarFindings.department, filters.departments),
    filters.areaNumber === undefined ? undefined : eq(radarFindings.areaNumber, filters.areaNumber),
  );

export type FindingRow = typeof radarFindings.$inferSelect & {
  accepted: { reason: string; by: string; at: Date; isByCompletion: boolean } | null;
};

/** One page of an event's findings by impact. */
export async function listFindings(
  db: Queryable,
  projectSid: string,
  { page, pageSize, ...filters }: FindingFilters & { page: number; pageSize: number },
): Promise<{ rows: FindingRow[]; total: number; page: number }> {
  const where = matching(projectSid, filters);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(radarFindings)
    .leftJoin(radarAcceptances, ofState)
    .where(where);
  const total = counted?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const rows = await db
    .select({
      finding: radarFindings,
      accepted: {
        reason: radarAcceptances.reason,
        by: users.name,
        at: radarAcceptances.acceptedAt,
        isByCompletion: radarAcceptances.isByCompletion,
      },
    })
    .from(radarFindings)
    .leftJoin(radarAcceptances, ofState)
    .leftJoin(users, eq(users.sid, radarAcceptances.acceptedBy))
    .where(where)
    .orderBy(sql`${radarFindings.impact} desc`, radarFindings.key)
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return {
    rows: rows.map(({ finding, accepted }) => Object.assign(finding, { accepted: toAccepted(accepted) })),
    total,
    page: shown,
  };
}

type AcceptedColumns = { reason: string | null; by: string | null; at: Date | null; isByCompletion: boolean | null };

function toAccepted(columns: AcceptedColumns | null): FindingRow["accepted"] {
  if (!columns || columns.reason === null || columns.at === null) return null;
  const { reason, by, at, isByCompletion } = columns;
  return { reason, by: by ?? "", at, isByCompletion: isByCompletion === true };
}

export type FindingCount = {
  kind: FindingKind;
  severity: FindingSeverity;
  department: string | null;
  isAccepted: boolean;
  count: number;
};

/** Numbers of findings by what the filters offer. */
export const countFindings = (db: Queryable, projectSid: string): Promise<FindingCount[]> =>
  db
    .select({
      kind: radarFindings.kind,
      severity: radarFindings.severity,
      department: radarFindings.department,
      isAccepted,
      count: sql<number>`count(*)::int`,
    })
    .from(radarFindings)
    .leftJoin(radarAcceptances, ofState)
    .where(eq(radarFindings.projectSid, projectSid))
    .groupBy(radarFindings.kind, radarFindings.severity, radarFindings.department, isAccepted);

/** Accepts findings in their current state. Returns the keys of those that exist. */
export async function acceptFindings(
  tx: Queryable,
  projectSid: string,
  given: { keys: readonly string[] | "open-high"; reason: string; userSid: string },
): Promise<string[]> {
  const which =
    given.keys === "open-high"
      ? sql`f.severity = 'high' and not exists (select 1 from ${radarAcceptances} a
          where a.project_sid = f.project_sid and a.key = f.key and a.state = f.state)`
      : sql`f.key = any(${sql.param([...given.keys])}::text[])`;
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into ${radarAcceptances} (project_sid, key, state, reason, is_by_completion, accepted_by)
    select f.project_sid, f.key, f.state, ${given.reason}::text, ${given.keys === "open-high"}::boolean, ${given.userSid}::text
    from ${radarFindings} f where f.project_sid = ${projectSid} and ${which}
    on conflict (project_sid, key) do update set state = excluded.state, reason = excluded.reason,
      is_by_completion = excluded.is_by_completion, accepted_by = excluded.accepted_by, accepted_at = now()
    returning key`);
  return rows.map(({ key }) => key);
}

/** Removes acceptances. Returns the keys of those that existed. */
export async function reopenFindings(
  tx: Queryable,
  projectSid: string,
  keys: readonly string[] | "by-completion",
): Promise<string[]> {
  const which =
    keys === "by-completion"
      ? eq(radarAcceptances.isByCompletion, true)
      : sql`${radarAcceptances.key} = any(${sql.param([...keys])}::text[])`;
  const rows = await tx
    .delete(radarAcceptances)
    .where(and(eq(radarAcceptances.projectSid, projectSid), which))
    .returning({ key: radarAcceptances.key });
  return rows.map(({ key }) => key);
}
