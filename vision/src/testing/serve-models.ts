/** `serve-models.ts FOLDER` serves a model repository for tests of commands and prints its address. */
import process from "node:process";
import { startModelServer } from "./kserve-server.ts";

const [repository = ""] = process.argv.slice(2);
const { url } = await startModelServer({ repository });
process.stdout.write(`Models at ${url}\n`);
