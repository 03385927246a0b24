import { type Area, CONFIRM, OWN_SUCCESS, type Project, SUCCESS, areaCan, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { confirmUntilAccepted } from "../../../shared/feedback/confirm-until-accepted.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { VoidReason } from "./VoidReason.tsx";
import { describeVoid } from "./void-area-text.ts";

type ReasonFor = (area: Area) => string | null;
export type AreaActions = {
  /** Why an action is disabled; null when it is enabled. */
  reasons: {
    drillTo: ReasonFor;
    void: ReasonFor;
    restore: ReasonFor;
    delete: ReasonFor;
    edit: string | null;
    upload: string | null;
  };
  drill: (imageSid: string) => void;
  link: (area: Area) => void;
  upload: (area: Area) => void;
  capture: (area: Area) => void;
  void: (area: Area) => void;
  restore: (area: Area) => void;
  delete: (area: Area) => void;
};

/** The actions of an area's popover. Destructive actions ask for confirmation (spec §2). */
export function useAreaActions(
  event: Project,
  navigation: Pick<AreaActions, "drill" | "link" | "upload" | "capture">,
): AreaActions {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const project = { slug: event.slug };
  const onSuccess = (text: string) => (): void => {
    feedback.success(text);
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey({ project }) });
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey(), refetchType: "none" });
  };
  // Another user may have changed the area: refetch.
  const refresh = (): void =>
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey({ project }) });
  const { area } = trpc;
  const options = (text: string) => ({ onSuccess: onSuccess(text), onError: refresh });
  const voiding = useMutation(area.voidArea.mutationOptions(options(SUCCESS.areaVoided)));
  const restoring = useMutation(area.restoreArea.mutationOptions(options(OWN_SUCCESS.areaRestored)));
  const deleting = useMutation(area.deleteArea.mutationOptions(options(SUCCESS.areaDeleted)));
  return {
    ...navigation,
    reasons: {
      drillTo: (target) => reasonOf(areaCan.drillTo(target)),
      void: (target) => reasonOf(areaCan.void(target, event)),
      restore: (target) => reasonOf(areaCan.restore(target, event)),
      delete: (target) => reasonOf(areaCan.delete(target, event)),
      edit: reasonOf(areaCan.edit(event)),
      upload: reasonOf(projectCan.upload(event, user)),
    },
    void: (target) => {
      let reason = "";
      confirmUntilAccepted(modal, {
        title: CONFIRM.voidArea,
        content: (
          <>
            <p>{describeVoid(target)}</p>
            <VoidReason onChange={(text) => (reason = text)} />
          </>
        ),
        okText: "Void",
        onOk: () => voiding.mutateAsync({ sid: target.sid, reason }),
      });
    },
    restore: ({ sid }) => restoring.mutate({ sid }),
    delete: ({ sid, name, imageSid }) =>
      void modal.confirm({
        title: CONFIRM.deleteArea,
        content: `Area ${name} is removed from the list.${imageSid === null ? "" : " Its photos stay in the event, without an area."}`,
        okText: "Delete",
        okButtonProps: { danger: true },
        onOk: () => deleting.mutate({ sid }),
      }),
  };
}
