/** For browser tests: `add-person.ts DATABASE_URL EMAIL NAME PASSWORD [EXPIRES_AT]` creates a regular user. */
import process from "node:process";
import { hashPassword } from "../auth/password.ts";
import { connect } from "../db/connect.ts";
import { makeUser } from "./factories.ts";

const [url = "", email = "", name = "", password = "", expiresAt] = process.argv.slice(2);
const connection = connect(url);
await makeUser(connection.db, {
  email,
  name,
  passwordHash: await hashPassword(password),
  passwordExpiresAt: expiresAt === undefined ? null : new Date(expiresAt),
});
await connection.close();
