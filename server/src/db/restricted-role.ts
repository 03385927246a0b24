import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { createClient } from "./client.ts";
import { OperatorError } from "../errors/operator-error.ts";

/** The role of the embedded database's server and workers. */
export const EMBEDDED_ROLE = "precount_server";

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * What a server and its workers need: to read and write rows. The role owns nothing, so it can neither change tables nor disable the
 * triggers of append-only ones, and it can add to the audit log but change only the columns of the seal (ADR-014).
 */
const grantsFor = (role: string): string => `
  grant usage on schema public, pgboss, drizzle to ${role};
  grant select on all tables in schema drizzle to ${role};
  grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
  grant usage, select on all sequences in schema public, pgboss to ${role};
  revoke update, delete on audit_entries from ${role};
  grant update (position, previous_hash, hash) on audit_entries to ${role};
`;

type Options = {
  /** Creates the role, which then can sign in without a password where the database trusts its socket. */
  creates: boolean;
};

/**
 * Gives a role the rights of a server, after every migration. Call it as the tables' owner, when all tables exist. Throws OperatorError
 * if the role does not exist or its name is not plain.
 */
export async function grantServerRights(ownerUrl: string, role: string, { creates }: Options): Promise<void> {
  if (!NAME.test(role))
    throw new OperatorError(`${role} is not the name of a database role in plain lower-case letters.`);
  const client = createClient({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Concurrent grants on the same tables fail.
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migration]);
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    if (rowCount === 0 && !creates)
      throw new OperatorError(
        `There is no database role ${role}. Create it first: create role ${role} login password '…'`,
      );
    await client.query(`begin; ${rowCount === 0 ? `create role ${role} login;` : ""} ${grantsFor(role)} commit;`);
  } finally {
    await client.end();
  }
}
