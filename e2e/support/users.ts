import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, databaseUrlOf } from "./server.ts";

type Account = { email: string; name: string; password: string };
const ADD_PERSON = join(import.meta.dirname, "../../server/src/testing/add-person.ts");

/** Creates a regular user who can sign in, until `passwordExpiresAt` if it is given. Without `email`, the address is unique. */
export async function createUser(
  { dataDir }: Pick<RunningServer, "dataDir">,
  name: string,
  { email = uniqueEmail(name), passwordExpiresAt }: { email?: string; passwordExpiresAt?: Date } = {},
): Promise<Account> {
  const account = { email, name, password: "Shelf-photos-2026" };
  await promisify(execFile)(process.execPath, [
    ADD_PERSON,
    databaseUrlOf({ dataDir }),
    account.email,
    account.name,
    account.password,
    ...(passwordExpiresAt ? [passwordExpiresAt.toISOString()] : []),
  ]);
  return account;
}

/** Tests that share a server can give two people the same name. */
function uniqueEmail(name: string): string {
  return `${name.split(" ")[0]}-${randomUUID().slice(0, 8)}@precount.test`.toLowerCase();
}
