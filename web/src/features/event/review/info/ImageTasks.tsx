import { type Image, type ImageJob, type Project, type Task, imageCan, taskCan } from "@precount/domain";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { useRetryTask } from "../../../../shared/api/use-retry-task.ts";
import { TaskList } from "./TaskList.tsx";
import { useJobs } from "./use-jobs.ts";

type Props = { event: Project; image: Image; jobs: readonly ImageJob[]; tasks: readonly Task[] };

/** The list of tasks with its actions. */
export function ImageTasks({ event, image, jobs, tasks }: Props): ReactElement {
  const user = useAuthUser();
  const { modelName, isRetrying, retry } = useJobs(image);
  const { retry: retryTask, isRetrying: isRetryingTask } = useRetryTask();
  return (
    <TaskList
      jobs={jobs}
      modelName={modelName}
      outcome={imageCan.detect(image, event)}
      isRetrying={isRetrying}
      onRetry={retry}
      tasks={tasks}
      // For a task of another event only the server knows the rights; it checks them.
      taskOutcome={(task) => taskCan.retry(task, event, user)}
      isRetryingTask={isRetryingTask}
      onRetryTask={retryTask}
      pageOf={({ projectId }) => (projectId === event.sid ? event.slug : projectId)}
    />
  );
}
