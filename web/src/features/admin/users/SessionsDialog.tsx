import { OWN_SUCCESS, type UserRow } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { SessionList } from "../../../ui/SessionList.tsx";

type Props = { user: UserRow | null; onClose: () => void };

/** Lists and ends the sessions of a user. */
export function SessionsDialog({ user, onClose }: Props): ReactElement {
  return (
    <Modal
      title={`Sessions of ${user?.name ?? ""}`}
      open={user !== null}
      onCancel={onClose}
      footer={null}
      width={640}
      destroyOnHidden
    >
      {user && <Sessions sid={user.sid} />}
    </Modal>
  );
}

function Sessions({ sid }: { sid: string }): ReactElement {
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.user.fetchUserSessions.queryOptions({ sid }, { staleTime: 0 }));
  const end = useMutation(
    trpc.user.endUserSessions.mutationOptions({
      onSuccess: () => feedback.success(OWN_SUCCESS.sessionsEnded),
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.user.fetchUserSessions.queryKey({ sid }) }),
    }),
  );
  return (
    <>
      <SessionList sessions={data} onEnd={(id) => end.mutate({ sid, id })} />
      {(data?.length ?? 0) > 1 && (
        <Button danger onClick={() => end.mutate({ sid })} loading={end.isPending}>
          End all
        </Button>
      )}
    </>
  );
}
