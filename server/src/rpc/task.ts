import { taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { toTaskWithProject } from "../db/tasks/entities.ts";
import { procedure, router } from "./gate.ts";
import {
  fetchTasksByImage,
  fetchTasksByImageInput,
  fetchTasksByProject,
  fetchTasksByProjectInput,
} from "../operations/task/fetch-tasks.ts";
import { cancelTask } from "../operations/task/cancel-task.ts";
import { requireTask } from "../operations/task/require-task.ts";
import { retryTask } from "../operations/task/retry-task.ts";

const byTask = z.object({ taskId: taskIdSchema });

export const taskRouter = router({
  fetchTasksByProject: procedure("signed-in")
    .input(fetchTasksByProjectInput)
    .query(({ ctx, input }) => fetchTasksByProject(ctx, input)),
  fetchTasksByImage: procedure("signed-in")
    .input(fetchTasksByImageInput)
    .query(({ ctx, input }) => fetchTasksByImage(ctx, input)),
  getTask: procedure("signed-in")
    .input(byTask)
    .query(async ({ ctx, input }) => toTaskWithProject(ctx.db, await requireTask(ctx, input.taskId))),
  cancelTask: procedure("task.create")
    .input(byTask)
    .mutation(({ ctx, input }) => cancelTask(ctx, input.taskId)),
  retryTask: procedure("task.create")
    .input(byTask)
    .mutation(({ ctx, input }) => retryTask(ctx, input.taskId)),
});
