import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { blindChecks, blindCounts } from "../schema/blind-counts.ts";
import { models } from "../schema/models.ts";
import { users } from "../schema/users.ts";

/** Rows checked blind, and those of them that were wrong. */
export type ErrorRate = {
  sid: string;
  name: string;
  checked: number;
  wrong: number;
  codes: number;
  quantities: number;
};

const FIGURES = sql`count(*)::int as checked, (count(*) filter (where is_wrong))::int as wrong,
  (count(*) filter (where is_code_wrong))::int as codes, (count(*) filter (where is_quantity_wrong))::int as quantities`;

async function readRates(
  db: Queryable,
  projectSid: string,
  owner: { table: unknown; column: SQL },
): Promise<ErrorRate[]> {
  const { rows } = await db.execute<ErrorRate>(sql`
    select o.sid, o.name, ${FIGURES} from ${blindChecks} c join ${blindCounts} b on b.sid = c.count_sid
    join ${owner.table} o on o.sid = ${owner.column}
    where b.project_sid = ${projectSid} and c.status in ('agreed', 'settled') and c.position is not null
    group by o.sid, o.name order by checked desc, o.name`);
  return rows;
}

/** The error rates by the person who validated the image. */
export const readPersonErrorRates = (db: Queryable, projectSid: string): Promise<ErrorRate[]> =>
  readRates(db, projectSid, { table: users, column: sql`c.validated_by` });

/** The error rates by the model that read the image. */
export const readModelErrorRates = (db: Queryable, projectSid: string): Promise<ErrorRate[]> =>
  readRates(db, projectSid, { table: models, column: sql`c.model_sid` });
