import { emailSchema } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { type InstallationLocation, openInstallation } from "../../db/installation.ts";
import { type Account, findAccount } from "../../db/users.ts";
import { OperatorError } from "../../errors/operator-error.ts";

/** Changes an account from the command line, with or without a running server. Throws OperatorError for an unknown e-mail. */
export async function changeInstallationAccount<Result>(
  place: InstallationLocation,
  email: string,
  change: (tx: Transaction, account: Account) => Promise<Result>,
): Promise<Result> {
  const parsed = emailSchema.safeParse(email);
  const connection = await openInstallation(place);
  try {
    const account = parsed.success ? await findAccount(connection.db, parsed.data) : null;
    if (!account) throw new OperatorError(`There is no user with the e-mail ${email}.`);
    return await connection.db.transaction((tx) => change(tx, account));
  } finally {
    await connection.close();
  }
}
