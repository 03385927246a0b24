import { Client, type ClientConfig } from "pg";

/**
 * A connection of a pool or outside one. A lost connection emits "error", which without a listener ends the process. pg-pool removes
 * its own listener before it hands out a client, and the end of a connection may be read in the same chunk as the answer before it,
 * so the listener is set for the client's whole life. The next statement fails anyway.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

/** A connection outside the pool, not yet connected. */
export const createClient = (config: ClientConfig): Client => new GuardedClient(config);
