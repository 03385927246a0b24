/** For browser tests: `age-confirmations.ts DATABASE_URL EMAIL MINUTES` moves a user's last proofs into the past. */
import process from "node:process";
import { connect } from "../db/connect.ts";
import { eq, inArray } from "../db/drizzle.ts";
import { sessions } from "../db/schema/sessions.ts";
import { users } from "../db/schema/users.ts";

const [url = "", email = "", minutes] = process.argv.slice(2);
const connection = connect(url);
const confirmedAt = new Date(Date.now() - Number(minutes) * 60_000);
const owner = connection.db.select({ sid: users.sid }).from(users).where(eq(users.email, email));
await connection.db.update(sessions).set({ confirmedAt }).where(inArray(sessions.userSid, owner));
await connection.close();
