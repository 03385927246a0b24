import { migrate } from "../db/migrate.ts";
import { EMBEDDED_ROLE, grantServerRights } from "../db/restricted-role.ts";
import { JobQueue } from "../queue/job-queue.ts";

/** Creates the queue's tables, which only their owner can. */
async function createQueues(ownerUrl: string): Promise<void> {
  const queue = new JobQueue({ url: ownerUrl, role: "sender", onError: () => undefined });
  await queue.start();
  await queue.stop();
}

/**
 * Migrates the database as its owner and gives `role` the rights of a server. Throws OperatorError, such as if there is no such role.
 */
export async function prepareDatabase(ownerUrl: string, role: string, { creates = false } = {}): Promise<void> {
  await migrate(ownerUrl);
  await createQueues(ownerUrl);
  await grantServerRights(ownerUrl, role, { creates });
}

/**
 * Prepares the embedded database and returns the URL for the server and its workers. They do not connect as its owner, who is a
 * superuser and could run programs and read files.
 */
export async function prepareEmbeddedDatabase(ownerUrl: string): Promise<string> {
  await prepareDatabase(ownerUrl, EMBEDDED_ROLE, { creates: true });
  return ownerUrl.replace("//precount@", `//${EMBEDDED_ROLE}@`);
}
