import { OWN_CONFIRM, OWN_SUCCESS, type Role, type UserRow, may, userCan } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type Answers, trpc } from "../../../shared/api/trpc.ts";
import type { Action } from "../../../ui/ActionMenu.tsx";
import { GroupsDialog } from "../groups/GroupsDialog.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";

type Link = Answers["user"]["makeSetPasswordLink"];

/** What an admin can do with each account, and the dialogs that some of it opens. */
export function useUserActions(users: readonly UserRow[]): {
  actionsOf: (user: UserRow) => readonly Action[];
  dialogs: ReactElement;
} {
  const { modal } = App.useApp();
  const actor = useAuthUser();
  const queryClient = useQueryClient();
  const [link, setLink] = useState<Link | null>(null);
  const [sessionsOf, setSessionsOf] = useState<UserRow | null>(null);
  const [groupsOf, setGroupsOf] = useState<UserRow | null>(null);
  const settled = (text: string) => ({
    onSuccess: () => feedback.success(text),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.user.fetchUsers.queryKey() }),
  });
  const block = useMutation(trpc.user.blockUser.mutationOptions(settled(OWN_SUCCESS.userBlocked)));
  const unblock = useMutation(trpc.user.unblockUser.mutationOptions(settled(OWN_SUCCESS.userUnblocked)));
  const setRole = useMutation(trpc.user.setRole.mutationOptions(settled(OWN_SUCCESS.roleChanged)));
  const forget = useMutation(
    trpc.user.forgetWorkAccount.mutationOptions({
      onSuccess: ({ forgotten }) =>
        forgotten > 0
          ? feedback.success(OWN_SUCCESS.workAccountForgotten)
          : feedback.warning("This user has not signed in with a work account yet."),
    }),
  );
  const { data: ways } = useQuery(trpc.user.signInOptions.queryOptions());
  const provider = ways?.workAccount?.name ?? null;
  const makeLink = useMutation(trpc.user.makeSetPasswordLink.mutationOptions({ onSuccess: setLink }));

  const canSignIn = users.filter(({ role, isBlocked }) => role === "admin" && !isBlocked);
  const ask = (title: string, content: string, okText: string, onOk: () => void): void =>
    void modal.confirm({ title, content, okText, onOk });
  const actionsOf = (user: UserRow): readonly Action[] => {
    const { sid, role, isBlocked, name } = user;
    const account = { sid, role, isBlocked, otherAdmins: canSignIn.filter((admin) => admin.sid !== sid).length };
    const other: Role = role === "admin" ? "user" : "admin";
    return [
      {
        key: "groups",
        title: "Groups…",
        reason: null,
        run: () => setGroupsOf(user),
      },
      {
        key: "sessions",
        title: "Sessions…",
        reason: null,
        run: () => setSessionsOf(user),
      },
      {
        key: "link",
        title: "New set-password link",
        reason: reasonOf(userCan.makeLink(account, actor)),
        run: () => makeLink.mutate({ sid }),
      },
      {
        key: "work-account",
        title: "Forget work account",
        reason: provider === null ? "No work-account provider is set up here." : reasonOf(may(actor, "user.change")),
        run: () =>
          ask(
            OWN_CONFIRM.forgetWorkAccount,
            `${name} can then sign in with another one of ${provider}.`,
            "Forget",
            () => forget.mutate({ sid }),
          ),
      },
      {
        key: "role",
        title: other === "admin" ? "Make an admin" : "Make a regular user",
        reason: reasonOf(userCan.setRole(account, other, actor)),
        run: () =>
          ask(
            other === "admin" ? OWN_CONFIRM.makeAdmin : OWN_CONFIRM.makeUser,
            `${name} is signed out and has the new rights with the next sign-in.`,
            other === "admin" ? "Make an admin" : "Make a regular user",
            () => setRole.mutate({ sid, role: other }),
          ),
      },
      isBlocked
        ? {
            key: "unblock",
            title: "Unblock",
            reason: reasonOf(userCan.unblock(account, actor)),
            run: () => unblock.mutate({ sid }),
          }
        : {
            key: "block",
            title: "Block",
            danger: true,
            reason: reasonOf(userCan.block(account, actor)),
            run: () =>
              ask(OWN_CONFIRM.blockUser, `${name} is signed out everywhere and cannot sign in any more.`, "Block", () =>
                block.mutate({ sid }),
              ),
          },
    ];
  };
  return {
    actionsOf,
    dialogs: (
      <>
        <LinkDialog made={link} onClose={() => setLink(null)} />
        <SessionsDialog user={sessionsOf} onClose={() => setSessionsOf(null)} />
        <GroupsDialog user={groupsOf} onClose={() => setGroupsOf(null)} />
      </>
    ),
  };
}
