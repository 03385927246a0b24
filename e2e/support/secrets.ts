import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Request } from "@playwright/test";

/** Shorter values occur in other texts by chance. */
const SHORTEST = 8;
const DUMP_ROWS = join(import.meta.dirname, "../../server/src/testing/dump-rows.ts");
/** Fields of a call with secret values. */
const SECRET_FIELDS = new Set(["password", "current", "token", "idToken", "passcode"]);
/** The only address that contains a secret: the single-use link that sets a password (spec §2). */
const RESET_PAGE = "/password/reset";

/**
 * Secrets that the browsers of a run sent or received: passwords, tokens, session secrets. Collects the places where one of them
 * appears in clear text, so that the run fails.
 */
export class Secrets {
  /** Secrets by value. Too short values are not secrets: the server refuses such passwords. */
  readonly #known = new Map<string, string>();
  readonly #leaks = new Set<string>();
  readonly #addresses: string[] = [];
  readonly #log: string[] = [];

  /** Records the secrets that this context's pages send and receive from now on. */
  watch(context: BrowserContext): void {
    context.on("request", (request) => this.#take(request));
  }

  /** Records the cookies of a context before it is closed. */
  async keep(context: BrowserContext): Promise<void> {
    for (const { name, value } of await context.cookies())
      if (name.includes("precount")) this.#add(`cookie ${name}`, value);
  }

  logged(line: string): void {
    this.#log.push(line);
  }

  /** Lists secrets found in the log, an address or a row. Needs the running database. */
  async leaks(databaseUrl: string): Promise<string[]> {
    for (const line of this.#log) this.#look("the log", line);
    for (const address of this.#addresses) this.#look("an address", address);
    const { stdout } = await promisify(execFile)(process.execPath, [DUMP_ROWS, databaseUrl], {
      maxBuffer: 1024 * 1024 * 1024,
    });
    for (const row of stdout.split("\n")) this.#look(`a row of ${row.split("\t", 1)[0]}`, row);
    return [...this.#leaks];
  }

  #take(request: Request): void {
    const { pathname } = new URL(request.url());
    // The page's own address is the link itself. Its requests do not log the referrer.
    if (pathname !== RESET_PAGE) this.#addresses.push(request.url());
    for (const [field, value] of fieldsOf(request.postData())) {
      if (SECRET_FIELDS.has(field)) this.#add(field, value);
    }
  }

  #add(name: string, value: string): void {
    if (value.length >= SHORTEST) this.#known.set(value, name);
  }

  #look(where: string, text: string): void {
    for (const [secret, name] of this.#known) {
      if (text.includes(secret))
        this.#leaks.add(`${name} stood in ${where}: ${text.replaceAll(secret, "…").slice(0, 200)}`);
    }
  }
}

/** All strings of a JSON body with their field names. */
function fieldsOf(body: string | null): [string, string][] {
  const found: [string, string][] = [];
  const walk = (field: string, value: unknown): void => {
    if (typeof value === "string") found.push([field, value]);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(name, inner);
  };
  try {
    walk("", JSON.parse(body ?? "null"));
  } catch {
    // Not JSON: an upload.
  }
  return found;
}
