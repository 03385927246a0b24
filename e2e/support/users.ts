import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, databaseUrlOf } from "./server.ts";

type Account = { email: string; name: string; password: string };
const ADD_PERSON = join(import.meta.dirname, "../../server/src/testing/add-person.ts");

/** Creates a regular user who can sign in, until `passwordExpiresAt` if it is given. */
export async function createUser(
  { dataDir }: Pick<RunningServer, "dataDir">,
  name: string,
  passwordExpiresAt?: Date,
): Promise<Account> {
  const account = { email: `${name.split(" ")[0]}@precount.test`.toLowerCase(), name, password: "Shelf-photos-2026" };
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
