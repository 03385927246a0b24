import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Request } from "@playwright/test";

/** Shorter ones stand in many a text by chance. */
const SHORTEST = 8;
const DUMP_ROWS = join(import.meta.dirname, "../../server/src/testing/dump-rows.ts");
/** Fields of a call whose value nobody else may read. */
const SECRET_FIELDS = new Set(["password", "current", "token", "idToken"]);
/** The one address that holds a secret by its nature: the link with which a password is set, used once (spec §2). */
const RESET_PAGE = "/password/reset";

/**
 * What the browsers of a run sent or were given that must stand nowhere in clear: passwords, tokens, the sessions' secrets. Where it
 * was seen all the same is kept, for the run to fail.
 */
export class Secrets {
  /** Of a password that is refused as no password at all, nothing is to be hidden. */
  readonly #known = new Map<string, string>();
  readonly #leaks = new Set<string>();
  readonly #addresses: string[] = [];
  readonly #log: string[] = [];

  /** All that this context's pages send and are given, from now on. */
  watch(context: BrowserContext): void {
    context.on("request", (request) => this.#take(request));
  }

  /** The cookies of a context that is about to be closed. */
  async keep(context: BrowserContext): Promise<void> {
    for (const { name, value } of await context.cookies())
      if (name.includes("precount")) this.#add(`cookie ${name}`, value);
  }

  logged(line: string): void {
    this.#log.push(line);
  }

  /** Where a secret stood: in the log, an address, a row. To be asked while the database still runs. */
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
    // What a page asks for on its way carries where it comes from in no header that is logged; its address itself is the link.
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

/** Every text in a JSON body with the name of its field. */
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
    // A photo, a form: no call.
  }
  return found;
}
