import type { TableEdit, TaskWithProject } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../../../shared/api/trpc.ts";
import { useMutateOnce } from "../../../../../shared/forms/use-mutate-once.ts";

type Known = {
  taskId: number;
  /** The number of edits in the tables that the person sees. The server refuses a change of tables that others changed since (PD-111). */
  editCount: number;
  /** The `documentId` of the structure that the person sees. */
  structureId: number | undefined;
};
type EditTable = { save: (edit: TableEdit) => void; undo: () => void; isSaving: boolean };

/** Saves and undoes edits of a task's tables. Its documents then have other contents and URLs. */
export function useEditTable(known: Known, onSaved: () => void): EditTable {
  const { taskId } = known;
  const queryClient = useQueryClient();
  const onSuccess = (task: TaskWithProject): void => {
    queryClient.setQueryData(trpc.task.getTask.queryKey({ taskId }), task);
    onSaved();
  };
  // Another person may have edited a table: the screen then shows theirs.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.task.getTask.queryKey({ taskId }) });
  const edit = useMutation(trpc.task.editTable.mutationOptions({ onSuccess, onSettled }));
  const undo = useMutation(trpc.task.undoTableEdit.mutationOptions({ onSuccess, onSettled }));
  // A second click can arrive before the button is disabled. Its edit count is stale, so the server would refuse it.
  const editOnce = useMutateOnce(edit);
  const undoOnce = useMutateOnce(undo);
  return {
    save: (tableEdit) => editOnce({ ...known, edit: tableEdit }),
    undo: () => undoOnce(known),
    isSaving: edit.isPending || undo.isPending,
  };
}
