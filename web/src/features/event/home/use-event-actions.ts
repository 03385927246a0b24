import { CONFIRM, OWN_BUSY, type Project, type ProjectAction, SUCCESS, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { App } from "antd";
import { createElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { refreshImages } from "../../../shared/api/refresh-images.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { CompleteConfirmation } from "./CompleteConfirmation.tsx";

export type EventVerb = Exclude<ProjectAction, "upload" | "changeSettings" | "analyze">;

export type EventActions = {
  reason: (action: ProjectAction) => string | null;
  /** Runs an action. Destructive actions ask for confirmation first. */
  run: (verb: EventVerb) => void;
  isRunning: boolean;
};

/** The consequences of an action, shown below the specified confirmation text. */
const CONSEQUENCES: Partial<Record<EventVerb, string>> = {
  reopen: "Its photos can be edited again. Existing reports stay.",
  discard: "The event cannot be changed until it is reopened.",
  archive: "The event moves to Archives and becomes read-only.",
  recover: "The event moves back to Events with its previous status.",
  delete: "This cannot be undone.",
};

export function useEventActions(event: Project): EventActions {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { slug } = event;
  const onSuccess = (text: string) => (): void => {
    feedback.success(text);
    refreshImages(queryClient);
  };
  const { project } = trpc;
  const mutations = {
    activate: useMutation(project.activateProject.mutationOptions({ onSuccess: onSuccess(SUCCESS.projectActivated) })),
    archive: useMutation(project.archiveProject.mutationOptions({ onSuccess: onSuccess(SUCCESS.projectArchived) })),
    complete: useMutation(
      project.completeProject.mutationOptions({
        // Completing an event of thousands of photos takes some seconds.
        onMutate: () => feedback.busy(OWN_BUSY.completing),
        onSettled: (_report, _error, _event, closeMessage) => closeMessage?.(),
        onSuccess: ({ report }) => {
          onSuccess(SUCCESS.projectCompleted)();
          void navigate({
            to: "/projects/$projectId/reports/$reportId",
            params: { projectId: slug, reportId: report.sid },
          });
        },
      }),
    ),
    delete: useMutation(
      project.deleteProject.mutationOptions({
        onSuccess: () => {
          feedback.success(SUCCESS.projectDeleted);
          void queryClient.invalidateQueries({ queryKey: project.fetchProjects.queryKey() });
          void navigate({ to: "/projects" });
        },
      }),
    ),
    discard: useMutation(project.discardProject.mutationOptions({ onSuccess: onSuccess(SUCCESS.projectDiscarded) })),
    recover: useMutation(project.recoverProject.mutationOptions({ onSuccess: onSuccess(SUCCESS.projectRecovered) })),
    reopen: useMutation(project.reopenProject.mutationOptions({ onSuccess: onSuccess(SUCCESS.projectReopened) })),
  } satisfies Record<EventVerb, unknown>;

  return {
    reason: (action) => reasonOf(projectCan[action](event, user)),
    isRunning: Object.values(mutations).some((mutation) => mutation.isPending),
    run: (verb) => {
      const execute = (): void => mutations[verb].mutate({ slug });
      if (verb === "activate") return execute();
      void modal.confirm({
        title: CONFIRM[`${verb}Project`],
        content:
          verb === "complete"
            ? createElement(CompleteConfirmation, {
                slug,
                withoutArea: event.images.withoutArea,
                certificatePercent: event.settings.certificatePercent,
              })
            : CONSEQUENCES[verb],
        okText: VERB_TITLES[verb],
        okButtonProps: { danger: verb === "delete" || verb === "discard" },
        onOk: execute,
      });
    },
  };
}

export const VERB_TITLES: Readonly<Record<EventVerb, string>> = {
  activate: "Activate",
  archive: "Archive",
  complete: "Complete",
  delete: "Delete",
  discard: "Discard",
  recover: "Recover",
  reopen: "Reopen",
};
