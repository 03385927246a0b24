import { type Area, CONFIRM, OWN_SUCCESS, type Project, SUCCESS, areaCan, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Input } from "antd";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";

type Reason = (area: Area) => string | null;
export type AreaActions = {
  /** Why something cannot be done with an area now; null when it can. */
  reasons: {
    drillTo: Reason;
    void: Reason;
    restore: Reason;
    delete: Reason;
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

/** What the popover of an area does; what is hard to take back is asked for first (spec §2). */
export function useAreaActions(
  event: Project,
  ways: Pick<AreaActions, "drill" | "link" | "upload" | "capture">,
): AreaActions {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const project = { slug: event.slug };
  const settled = (text: string) => (): void => {
    feedback.success(text);
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey({ project }) });
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey(), refetchType: "none" });
  };
  // Somebody else was quicker: what the screen shows is old.
  const refresh = (): void =>
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey({ project }) });
  const { area } = trpc;
  const options = (text: string) => ({ onSuccess: settled(text), onError: refresh });
  const voiding = useMutation(area.voidArea.mutationOptions(options(SUCCESS.areaVoided)));
  const restoring = useMutation(area.restoreArea.mutationOptions(options(OWN_SUCCESS.areaRestored)));
  const deleting = useMutation(area.deleteArea.mutationOptions(options(SUCCESS.areaDeleted)));
  return {
    ...ways,
    reasons: {
      drillTo: (one) => reasonOf(areaCan.drillTo(one)),
      void: (one) => reasonOf(areaCan.void(one, event)),
      restore: (one) => reasonOf(areaCan.restore(one, event)),
      delete: (one) => reasonOf(areaCan.delete(one, event)),
      edit: reasonOf(areaCan.edit(event)),
      upload: reasonOf(projectCan.upload(event, user)),
    },
    void: ({ sid, name }) => {
      let reason = "";
      void modal.confirm({
        title: CONFIRM.voidArea,
        content: (
          <>
            <p>Area {name} stays in the list, accounted for without a photo.</p>
            <Input.TextArea
              aria-label="Reason"
              placeholder="Reason, for whoever asks later"
              maxLength={500}
              rows={3}
              onChange={({ target }) => (reason = target.value)}
            />
          </>
        ),
        okText: "Void",
        onOk: () => voiding.mutate({ sid, reason }),
      });
    },
    restore: ({ sid }) => restoring.mutate({ sid }),
    delete: ({ sid, name, imageSid }) =>
      void modal.confirm({
        title: CONFIRM.deleteArea,
        content: `Area ${name} will not be in the list any more.${imageSid === null ? "" : " Its photos stay in the event, without an area."}`,
        okText: "Delete",
        okButtonProps: { danger: true },
        onOk: () => deleting.mutate({ sid }),
      }),
  };
}
