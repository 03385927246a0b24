import { EVERYONE } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { formatCount } from "./texts.ts";

/** The group whose models a row changes. The row 'Everyone' changes the models of the whole installation. */
export const scopeOf = (group: string): { groupSid: string | null } => ({
  groupSid: group === EVERYONE ? null : group,
});

export type LearningActions = {
  setCollects: (group: string, collects: boolean) => void;
  start: (group: string) => void;
  cancel: (run: string) => void;
  promote: (modelSid: string, title: string) => void;
  rollBack: (scope: { groupSid: string | null }, title: string) => void;
  /** Null for all examples. */
  deleteExamples: (group: { sid: string; name: string } | null, stickers: number) => void;
};

/** The actions of the learning screens. Those with consequences ask first. */
export function useLearningActions(): LearningActions {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const onSettled = (): void => {
    void queryClient.invalidateQueries({ queryKey: trpc.learning.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() });
  };
  const collect = useMutation(trpc.group.setCollectsExamples.mutationOptions({ onSettled }));
  const start = useMutation(
    trpc.learning.start.mutationOptions({ onSuccess: () => feedback.success("Training run queued"), onSettled }),
  );
  const cancel = useMutation(
    trpc.learning.cancel.mutationOptions({ onSuccess: () => feedback.success("Training run canceled"), onSettled }),
  );
  const promote = useMutation(
    trpc.learning.promote.mutationOptions({
      onSuccess: ({ title }) => feedback.success(`${title} reads new photos from now on`),
      onSettled,
    }),
  );
  const rollBack = useMutation(
    trpc.learning.rollBack.mutationOptions({
      onSuccess: () => feedback.success("Rolled back. The former model reads new photos from now on"),
      onSettled,
    }),
  );
  const remove = useMutation(
    trpc.learning.deleteExamples.mutationOptions({
      onSuccess: ({ deleted }) => feedback.success(`${formatCount(deleted)} examples deleted`),
      onSettled,
    }),
  );
  return {
    setCollects: (sid, collects) => collect.mutate({ sid, collects }),
    start: (group) => start.mutate(scopeOf(group)),
    cancel: (sid) => cancel.mutate({ sid }),
    promote: (modelSid, title) =>
      void modal.confirm({
        title: `Use ${title} for new photos?`,
        content: "Photos that were read before keep their results. You can roll back at any time.",
        okText: "Use it",
        onOk: () => promote.mutate({ modelSid }),
      }),
    rollBack: (scope, title) =>
      void modal.confirm({
        title: `Stop using ${title}?`,
        content: "The model that was in use before reads new photos again. Existing results stay.",
        okText: "Roll back",
        onOk: () => rollBack.mutate(scope),
      }),
    deleteExamples: (group, stickers) =>
      void modal.confirm({
        title: group === null ? "Delete all examples?" : `Delete the examples of ${group.name}?`,
        content: `${formatCount(stickers)} stickers and their pictures are deleted. This cannot be undone. Models that learned from them stay.`,
        okText: "Delete",
        okButtonProps: { danger: true },
        onOk: () => remove.mutate({ group: group?.sid ?? null }),
      }),
  };
}
