/** For browser tests: `detach-documents.ts DATABASE_URL TASK_ID` leaves a task without documents. */
import process from "node:process";
import { connect } from "../db/connect.ts";
import { eq } from "../db/drizzle.ts";
import { taskDocuments } from "../db/schema/tasks.ts";

const [url = "", taskId] = process.argv.slice(2);
const connection = connect(url);
await connection.db.delete(taskDocuments).where(eq(taskDocuments.taskId, Number(taskId)));
await connection.close();
