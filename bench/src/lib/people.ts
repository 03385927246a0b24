import { randomUUID } from "node:crypto";
import { ADMIN, type Client, signIn } from "./server.ts";
import type { Stack } from "./stack.ts";

export type Person = { sid: string; client: Client };

/** Signs in a number of people, all with the admin's account. */
export async function makePeople(stack: Stack, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < count; n++) {
    const email = `person-${randomUUID()}@precount.test`;
    const { rows } = await stack.pool.query<{ sid: string }>(
      `insert into users (sid, email, name, role, password_hash)
       select substr(md5(random()::text), 1, 24), $1, $2, 'user', password_hash from users where email = $3
       returning sid`,
      [email, `Person ${n}`, ADMIN.email],
    );
    people.push({ sid: rows[0]?.sid ?? "", client: await signIn(stack.url, { email, password: ADMIN.password }) });
  }
  return people;
}
