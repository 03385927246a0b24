/** For browser tests: `postpone-task.ts DATABASE_URL TASK_ID SECONDS` leaves a task as after a failed attempt. */
import process from "node:process";
import { TASK_STATUSES } from "@precount/domain";
import { connect } from "../db/connect.ts";
import { updateTask } from "../db/tasks/write.ts";

const [url = "", taskId, seconds] = process.argv.slice(2);
const connection = connect(url);
const retryAt = new Date(Date.now() + Number(seconds) * 1000);
await updateTask(connection.db, Number(taskId), { status: TASK_STATUSES.created, errorMessage: null, retryAt });
await connection.close();
