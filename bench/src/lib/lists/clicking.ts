import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Person } from "../people.ts";
import { seededRandom } from "./random.ts";
import { type Visit, type Years, nextVisits } from "./visits.ts";

/** Think time between actions. */
const THINK_MS = { least: 500, most: 1500 };

export type Call = { kind: string; startedAt: number; endedAt: number };
export const elapsed = ({ startedAt, endedAt }: Call): number => endedAt - startedAt;

/** A number of people who click until stopped; each waits for the response, thinks, and opens the next page. */
export class Crowd {
  readonly calls: Call[] = [];
  readonly #stopping = new AbortController();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: string;
  #running: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  start(people: readonly Person[], years: Years): void {
    this.#running = Promise.all(people.map((person, n) => this.#click(person, years, seededRandom(n))));
    // The error is reported when the people are stopped.
    this.#running.catch(() => this.#stopping.abort());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#agent.destroy();
  }

  async #click(person: Person, years: Years, dice: () => number): Promise<void> {
    const { signal } = this.#stopping;
    const look = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => undefined);
    // Staggered start.
    await look(dice() * THINK_MS.most);
    while (!signal.aborted) {
      await Promise.all(nextVisits(years, dice).map((visit) => this.#open(person, visit)));
      await look(THINK_MS.least + dice() * (THINK_MS.most - THINK_MS.least));
    }
  }

  /** Time to the last byte. The response is not parsed, because the clients share the machine with the server. */
  async #open({ client: { headers } }: Person, { kind, procedure, input }: Visit): Promise<void> {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const startedAt = performance.now();
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request(`${this.#url}/trpc/${procedure}${query}`, { headers, agent: this.#agent }, (answer) => {
        answer.on("end", () => resolve(answer.statusCode ?? 0)).on("error", reject);
        answer.resume();
      });
      asked.on("error", reject).end();
    });
    if (status !== 200) throw new Error(`${procedure} ${JSON.stringify(input)}: ${status}`);
    this.calls.push({ kind, startedAt, endedAt: performance.now() });
  }
}
