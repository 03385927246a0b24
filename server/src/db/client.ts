import { Client, type ClientConfig } from "pg";

/**
 * A connection outside the pool, not yet connected. A lost connection emits "error" while the client is idle; without a listener
 * that would end the process. The next statement fails anyway.
 */
export function createClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on("error", () => undefined);
  return client;
}
