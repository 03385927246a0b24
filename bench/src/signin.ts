import { setTimeout as delay } from "node:timers/promises";
import { makePeople } from "./lib/people.ts";
import { percentile } from "./lib/percentile.ts";
import { ADMIN, type Client } from "./lib/server.ts";
import { type Stack, withStack } from "./lib/stack.ts";

const AT_ONCE = 50;
const VOLLEYS = 6;
const OTHERS = 8;
/** The queries that people repeat: the lists that are usually open. */
const ASKED = [
  ["user.getAuthUser", undefined],
  ["project.fetchProjects", {}],
  ["home.fetchStats", undefined],
] as const;
const PAUSE_MS = 50;
const QUIET_MS = 5000;
const WRONG = 1000;
const OWNER_EVERY = 100;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * A shift starts: fifty people sign in at once, several times, while eight others work. Then an attacker guesses the
 * password of an account a thousand times from one address while its owner signs in from a known browser.
 */
export async function signin(): Promise<Record<string, unknown>> {
  return withStack(async (stack) => {
    const others = (await makePeople(stack, OTHERS)).map(({ client }) => client);
    const emails = await newEmails(stack);
    const quiet = await whileOthersWork(others, () => delay(QUIET_MS));
    const signIns: number[] = [];
    const busy = await whileOthersWork(others, async () => {
      for (let n = 0; n < VOLLEYS; n++) {
        signIns.push(...(await Promise.all(emails.map((email) => timed(() => mustSignIn(stack.url, email))))));
      }
    });
    const [othersP95Ms, quietP95Ms, signInP95Ms] = [busy, quiet, signIns].map((times) => percentile(times, 0.95));
    print(
      `${AT_ONCE} at once, ${VOLLEYS} times: a sign-in takes ${percentile(signIns, 0.5).toFixed(0)} ms (p95 ${signInP95Ms?.toFixed(0)}); ` +
        `others wait ${percentile(busy, 0.5).toFixed(0)} ms (p95 ${othersP95Ms?.toFixed(0)}), in quiet p95 ${quietP95Ms?.toFixed(0)}`,
    );
    const wrongInARow = await guess(stack.url);
    print(`${wrongInARow} of ${WRONG} wrong passwords were tried, and the account's owner could sign in each time`);
    return {
      othersP95Ms: round(othersP95Ms),
      signInP95Ms: round(signInP95Ms),
      wrongInARow,
      quietP95Ms: round(quietP95Ms),
    };
  });
}

const round = (ms: number | undefined): number => Math.round(ms ?? Number.NaN);

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Sign-in times of people who use the admin's account and have no session yet. */
async function newEmails({ pool }: Stack): Promise<string[]> {
  const emails = Array.from({ length: AT_ONCE }, (_, n) => `shift-${n}@precount.test`);
  await pool.query(
    `insert into users (sid, email, name, role, password_hash)
     select substr(md5(random()::text || email), 1, 24), email, 'Somebody', 'user',
       (select password_hash from users where email = $2) from unnest($1::text[]) email`,
    [emails, ADMIN.email],
  );
  return emails;
}

/** Duration of each request of the other people while `act` runs, milliseconds. */
async function whileOthersWork(others: readonly Client[], act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { isOver: false };
  const working = others.map(async (client) => {
    for (let n = 0; !state.isOver; n++) {
      const [procedure, input] = ASKED[n % ASKED.length] ?? ASKED[0];
      times.push(await timed(() => client.query(procedure, input)));
      await delay(PAUSE_MS);
    }
  });
  await act();
  state.isOver = true;
  await Promise.all(working);
  return times;
}

const login = (url: string, email: string, password: string, cookie?: string): Promise<Response> =>
  fetch(`${url}/trpc/user.login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify({ email, password }),
  });

async function mustSignIn(url: string, email: string, cookie?: string): Promise<string> {
  const response = await login(url, email, ADMIN.password, cookie);
  if (!response.ok) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Number of wrong passwords after which the account's owner was locked out; all of them if that never happened. */
async function guess(url: string): Promise<number> {
  const cookie = await mustSignIn(url, ADMIN.email);
  for (let n = 1; n <= WRONG; n++) {
    const { ok } = await login(url, ADMIN.email, `Wrong-password-${n}`);
    if (ok) throw new Error("A wrong password was accepted.");
    if (n % OWNER_EVERY === 0 && !(await login(url, ADMIN.email, ADMIN.password, cookie)).ok) return n;
  }
  return WRONG;
}
