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
import { editTable, editTableInput, undoTableEdit, undoTableEditInput } from "../operations/task/edit-tables.ts";
import { fetchPageWords, fetchPageWordsInput } from "../operations/task/fetch-page-words.ts";
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
  fetchPageWords: procedure("signed-in")
    .input(fetchPageWordsInput)
    .query(({ ctx, input }) => fetchPageWords(ctx, input)),
  editTable: procedure("task.create")
    .input(editTableInput)
    .mutation(({ ctx, input, signal }) => editTable(ctx, input, signal)),
  undoTableEdit: procedure("task.create")
    .input(undoTableEditInput)
    .mutation(({ ctx, input, signal }) => undoTableEdit(ctx, input, signal)),
  cancelTask: procedure("task.create")
    .input(byTask)
    .mutation(({ ctx, input }) => cancelTask(ctx, input.taskId)),
  retryTask: procedure("task.create")
    .input(byTask)
    .mutation(({ ctx, input }) => retryTask(ctx, input.taskId)),
});
