import { OWN_CONFIRM, type Role, type UserRow, may, userCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import type { Action } from "../../../ui/ActionMenu.tsx";
import { GroupsDialog } from "./GroupsDialog.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { RenameDialog } from "./RenameDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";
import { type PasswordLink, useUserMutations } from "./use-user-mutations.ts";

type ActionsOf = (user: UserRow) => readonly Action[];

/** The actions of an admin on each account, and the dialogs that they open. */
export function useUserActions(users: readonly UserRow[]): { actionsOf: ActionsOf; dialogs: ReactElement } {
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [sessionsOf, setSessionsOf] = useState<UserRow | null>(null);
  const [groupsOf, setGroupsOf] = useState<UserRow | null>(null);
  const [renamed, setRenamed] = useState<UserRow | null>(null);
  const actor = useAuthUser();
  const accountActionsOf = useAccountActions(users, setLink);
  return {
    actionsOf: (user) => [
      {
        key: "rename",
        title: "Rename…",
        reason: reasonOf(may(actor, "user.change")),
        run: () => setRenamed(user),
      },
      { key: "groups", title: "Groups…", reason: null, run: () => setGroupsOf(user) },
      { key: "sessions", title: "Sessions…", reason: null, run: () => setSessionsOf(user) },
      ...accountActionsOf(user),
    ],
    dialogs: (
      <>
        <RenameDialog user={renamed} onClose={() => setRenamed(null)} />
        <LinkDialog link={link} onClose={() => setLink(null)} />
        <SessionsDialog user={sessionsOf} onClose={() => setSessionsOf(null)} />
        <GroupsDialog user={groupsOf} onClose={() => setGroupsOf(null)} />
      </>
    ),
  };
}

function useAccountActions(users: readonly UserRow[], onLink: (link: PasswordLink) => void): ActionsOf {
  const { modal } = App.useApp();
  const actor = useAuthUser();
  const mutations = useUserMutations(onLink);
  const { data: signInOptions } = useQuery(trpc.user.signInOptions.queryOptions());
  const provider = signInOptions?.workAccount?.name ?? null;
  const activeAdmins = users.filter(({ role, isBlocked }) => role === "admin" && !isBlocked);
  const confirm = (title: string, content: string, okText: string, onOk: () => void): void =>
    void modal.confirm({ title, content, okText, onOk });
  return ({ sid, role, isBlocked, name, hasFactor }) => {
    const account = { sid, role, isBlocked, otherAdmins: activeAdmins.filter((admin) => admin.sid !== sid).length };
    const otherRole: Role = role === "admin" ? "user" : "admin";
    const roleTitle = otherRole === "admin" ? "Make an admin" : "Make a regular user";
    const forget = (): void =>
      confirm(
        OWN_CONFIRM.forgetWorkAccount,
        `${name} can then sign in with a different account of ${provider}.`,
        "Forget",
        () => mutations.forgetWorkAccount(sid),
      );
    const setRole = (): void =>
      confirm(
        otherRole === "admin" ? OWN_CONFIRM.makeAdmin : OWN_CONFIRM.makeUser,
        `${name} is signed out. The new role applies from the next sign-in.`,
        roleTitle,
        () => mutations.setRole(sid, otherRole),
      );
    const block = (): void =>
      confirm(OWN_CONFIRM.blockUser, `${name} is signed out everywhere and can no longer sign in.`, "Block", () =>
        mutations.block(sid),
      );
    const blocking: Action = isBlocked
      ? {
          key: "unblock",
          title: "Unblock",
          reason: reasonOf(userCan.unblock(account, actor)),
          run: () => mutations.unblock(sid),
        }
      : { key: "block", title: "Block", danger: true, reason: reasonOf(userCan.block(account, actor)), run: block };
    return [
      {
        key: "link",
        title: "New set-password link",
        reason: reasonOf(userCan.makeLink(account, actor)),
        run: () => mutations.makeLink(sid),
      },
      {
        key: "work-account",
        title: "Forget work account",
        reason: provider === null ? "No work-account provider is set up here." : reasonOf(may(actor, "user.change")),
        run: forget,
      },
      removeFactors({ hasFactor, name, confirm, onOk: () => mutations.resetFactors(sid) }),
      {
        key: "role",
        title: roleTitle,
        reason: reasonOf(userCan.setRole(account, otherRole, actor)),
        run: setRole,
      },
      blocking,
    ];
  };
}

type Removal = {
  hasFactor: boolean;
  name: string;
  confirm: (title: string, content: string, okText: string, onOk: () => void) => void;
  onOk: () => void;
};

const removeFactors = ({ hasFactor, name, confirm, onOk }: Removal): Action => ({
  key: "factors",
  title: "Remove second factors",
  reason: hasFactor ? null : "This user has no second factor.",
  run: () =>
    confirm(
      OWN_CONFIRM.removeFactors,
      `${name} is signed out everywhere and can sign in with the password alone.`,
      "Remove",
      onOk,
    ),
});
