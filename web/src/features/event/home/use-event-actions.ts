import { CONFIRM, OWN_BUSY, type Project, type ProjectAction, SUCCESS, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { App } from "antd";
import { createElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { CompleteQuestion } from "./CompleteQuestion.tsx";

export type EventVerb = Exclude<ProjectAction, "upload" | "changeSettings" | "analyze">;

type EventActions = {
  reason: (action: ProjectAction) => string | null;
  /** Asks, where something is lost or hard to take back, and does it. */
  run: (verb: EventVerb) => void;
  isRunning: boolean;
};

/** What the question adds to the owner's words: what will happen. */
const CONSEQUENCES: Partial<Record<EventVerb, string>> = {
  reopen: "Its photos can be worked on again. Reports that were made stay.",
  discard: "Nothing of it can be changed until it is reopened.",
  archive: "It moves to the archives and becomes read-only.",
  recover: "It goes back to the events, as it was.",
  delete: "This cannot be taken back.",
};

export function useEventActions(event: Project): EventActions {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { slug } = event;
  const settled = (text: string) => (): void => {
    feedback.success(text);
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() });
  };
  const { project } = trpc;
  const mutations = {
    activate: useMutation(project.activateProject.mutationOptions({ onSuccess: settled(SUCCESS.projectActivated) })),
    archive: useMutation(project.archiveProject.mutationOptions({ onSuccess: settled(SUCCESS.projectArchived) })),
    complete: useMutation(
      project.completeProject.mutationOptions({
        // Some seconds, for an event of thousands of photos.
        onMutate: () => feedback.busy(OWN_BUSY.completing),
        onSettled: (_report, _error, _event, done) => done?.(),
        onSuccess: ({ report }) => {
          settled(SUCCESS.projectCompleted)();
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
    discard: useMutation(project.discardProject.mutationOptions({ onSuccess: settled(SUCCESS.projectDiscarded) })),
    recover: useMutation(project.recoverProject.mutationOptions({ onSuccess: settled(SUCCESS.projectRecovered) })),
    reopen: useMutation(project.reopenProject.mutationOptions({ onSuccess: settled(SUCCESS.projectReopened) })),
  } satisfies Record<EventVerb, unknown>;

  return {
    reason: (action) => reasonOf(projectCan[action](event, user)),
    isRunning: Object.values(mutations).some((mutation) => mutation.isPending),
    run: (verb) => {
      const act = (): void => mutations[verb].mutate({ slug });
      if (verb === "activate") return act();
      void modal.confirm({
        title: CONFIRM[`${verb}Project`],
        content: verb === "complete" ? createElement(CompleteQuestion, { slug }) : CONSEQUENCES[verb],
        okText: VERB_TITLES[verb],
        okButtonProps: { danger: verb === "delete" || verb === "discard" },
        onOk: act,
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
