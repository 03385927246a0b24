import { OWN_SUCCESS, type Role } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";

export type PasswordLink = RouterOutputs["user"]["makeSetPasswordLink"];

type UserMutations = {
  block: (sid: string) => void;
  unblock: (sid: string) => void;
  setRole: (sid: string, role: Role) => void;
  makeLink: (sid: string) => void;
  forgetWorkAccount: (sid: string) => void;
  resetFactors: (sid: string) => void;
};

/** The mutations of user accounts. Each shows its success and refetches the users. */
export function useUserMutations(onLink: (link: PasswordLink) => void): UserMutations {
  const queryClient = useQueryClient();
  const { user } = trpc;
  const options = (message: string) => ({
    onSuccess: () => feedback.success(message),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: user.fetchUsers.queryKey() }),
  });
  const block = useMutation(user.blockUser.mutationOptions(options(OWN_SUCCESS.userBlocked)));
  const unblock = useMutation(user.unblockUser.mutationOptions(options(OWN_SUCCESS.userUnblocked)));
  const setRole = useMutation(user.setRole.mutationOptions(options(OWN_SUCCESS.roleChanged)));
  const makeLink = useMutation(user.makeSetPasswordLink.mutationOptions({ onSuccess: onLink }));
  const forget = useMutation(
    user.forgetWorkAccount.mutationOptions({
      onSuccess: ({ forgotten }) =>
        forgotten > 0
          ? feedback.success(OWN_SUCCESS.workAccountForgotten)
          : feedback.warning("This user has not signed in with a work account yet."),
    }),
  );
  const resetFactors = useMutation(user.resetFactors.mutationOptions(options(OWN_SUCCESS.factorsRemoved)));
  return {
    block: (sid) => block.mutate({ sid }),
    unblock: (sid) => unblock.mutate({ sid }),
    setRole: (sid, role) => setRole.mutate({ sid, role }),
    makeLink: (sid) => makeLink.mutate({ sid }),
    forgetWorkAccount: (sid) => forget.mutate({ sid }),
    resetFactors: (sid) => resetFactors.mutate({ sid }),
  };
}
