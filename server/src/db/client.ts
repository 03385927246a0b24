import { Client, type ClientConfig } from "pg";

/**
 * One connection outside the pool, not open yet. When its database is killed while nobody waits for an answer, it only notes it:
 * unheard, that would end the whole process. The next statement fails by it.
 */
export function createClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on("error", () => undefined);
  return client;
}
