import type { AuthUser } from "@precount/domain";
import { type TRPCClient, TRPCClientError, createTRPCClient, httpLink } from "@trpc/client";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { createApi } from "../processes/api.ts";
import { openSession } from "../auth/sessions.ts";
import { type Config, readConfig } from "../config/config.ts";
import type { AppRouter } from "../rpc/router.ts";
import { type OwnServices, createServices } from "../processes/services.ts";
import { makeUser } from "./factories.ts";
import { type TestDatabase, createTestDatabase } from "./test-database.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** A caller with the headers of a session, or without any. */
export type Caller = {
  user: AuthUser;
  headers: Record<string, string>;
  rpc: TRPCClient<AppRouter>;
};

export type TestApi = {
  app: FastifyInstance;
  services: OwnServices;
  database: TestDatabase;
  /** A client without a session. */
  anonymous: TRPCClient<AppRouter>;
  /** A client with other headers, such as a token. */
  rpcWith(headers: Record<string, string>): TRPCClient<AppRouter>;
  /** Creates a person with a session. */
  signIn(given?: Partial<Pick<AuthUser, "role" | "name" | "email">>): Promise<Caller>;
  /** Opens a session of an existing person. */
  signInAs(person: AuthUser): Promise<Caller>;
  /** Sends a request without a socket. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

/** The whole API on its own database. Calls go through the real HTTP handling, without a socket. */
export async function createTestApi(given: Partial<Config> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const folder = await makeTemporaryFolder();
  const config: Config = { ...readConfig({ DATA_DIR: folder.path, LOG_LEVEL: "silent" }), ...given };
  const log = pino({ level: config.logLevel });
  const services = createServices({ config, connection: database, log });
  const app = await createApi(services);
  await app.ready();
  const rpcWith = (headers: Record<string, string>): TRPCClient<AppRouter> => clientOf(app, headers);
  const signInAs = async ({ sid, name, email, role }: AuthUser): Promise<Caller> => {
    const session = await openSession(database.db, sid, false);
    const headers = { cookie: `precount=${session.secret}`, "x-session-id": session.id };
    return { user: { sid, name, email, role }, headers, rpc: rpcWith(headers) };
  };
  return {
    app,
    services,
    database,
    anonymous: rpcWith({}),
    rpcWith,
    signIn: async (person = {}) => signInAs(await makeUser(database.db, person)),
    signInAs,
    inject: (options) => app.inject(options),
    close: async () => {
      await app.close();
      await services.close();
      await database.close();
      await folder.remove();
    },
  };
}

function clientOf(app: FastifyInstance, headers: Record<string, string>): TRPCClient<AppRouter> {
  const link = httpLink<AppRouter>({
    url: "http://precount.test/trpc",
    headers,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(String(url));
      const response = await app.inject({
        method: init?.method === "POST" ? "POST" : "GET",
        url: pathname + search,
        // The client passes fetch's own kinds of headers on.
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === "string" && { payload: init.body }),
      });
      return new Response(response.body, { status: response.statusCode });
    },
  });
  return createTRPCClient<AppRouter>({ links: [link] });
}

/** The error code of a refused call, or "not refused". */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const { code } = await errorOf(call);
  return code;
}

export async function errorOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call;
    return { code: "not refused", message: "" };
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const data: unknown = error.data;
    const hasCode = typeof data === "object" && data !== null && "code" in data && typeof data.code === "string";
    return { code: hasCode ? String(data.code) : "no answer", message: error.message };
  }
}
