import { EVERYONE, type Group, OWN_CONFIRM, OWN_SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { App, Button, Table, type TableColumnsType } from "antd";
import { type ReactElement, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { GroupDialog } from "./GroupDialog.tsx";
import { SignInRules } from "./SignInRules.tsx";

/** Otherwise a long name moves the other columns out of view. */
const WRAPPED = { display: "block", maxWidth: 240, overflowWrap: "anywhere" } as const;

const columnsFor = (rename: (group: Group) => void, remove: (group: Group) => void): TableColumnsType<Group> => [
  { key: "name", title: "Name", render: (_, { name }) => <bdi style={WRAPPED}>{name}</bdi> },
  {
    key: "users",
    title: "Users",
    align: "right",
    render: (_, { sid, name, users }) => (
      <Link
        to="/users"
        search={{ group: sid }}
        className="pc-touch"
        aria-label={`${users} ${users === 1 ? "user" : "users"} of ${name}`}
      >
        {users}
      </Link>
    ),
  },
  {
    key: "events",
    title: "Events",
    align: "right",
    render: (_, { sid, name, events }) => (
      <Link
        className="pc-touch"
        to="/users/groups/$groupId/events"
        params={{ groupId: sid }}
        aria-label={`${events} ${events === 1 ? "event" : "events"} of ${name}`}
      >
        {events}
      </Link>
    ),
  },
  {
    key: "items",
    title: "Item list",
    render: (_, { sid, name }) => (
      <Link
        to="/users/groups/$groupId/items"
        params={{ groupId: sid }}
        className="pc-touch"
        aria-label={`Open the item list of ${name}`}
      >
        Open
      </Link>
    ),
  },
  {
    key: "destinations",
    title: "Webhooks and deliveries",
    render: (_, { sid, name }) => (
      <Link
        className="pc-touch"
        to="/users/groups/$groupId/destinations"
        params={{ groupId: sid }}
        aria-label={`Open the webhooks and deliveries of ${name}`}
      >
        Open
      </Link>
    ),
  },
  {
    key: "actions",
    align: "right",
    render: (_, group) => {
      const reason = group.sid === EVERYONE ? "This group always exists." : null;
      return (
        <ActionMenu
          label={`Actions for ${group.name}`}
          actions={[
            { key: "rename", title: "Rename", reason, run: () => rename(group) },
            { key: "delete", title: "Delete", reason, danger: true, run: () => remove(group) },
          ]}
        />
      );
    },
  },
];

/** Groups decide which events users see (PD-47). Members are edited in the user list and in the events' settings. */
export function GroupsScreen(): ReactElement {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const { data: groups } = useSuspenseQuery(trpc.group.fetchGroups.queryOptions());
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  const remove = useMutation(
    trpc.group.deleteGroup.mutationOptions({
      onSuccess: () => feedback.success(OWN_SUCCESS.groupsChanged),
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.user.fetchUsers.queryKey() });
      },
    }),
  );
  const ask = ({ sid, users, events }: Group): void =>
    void modal.confirm({
      title: OWN_CONFIRM.deleteGroup,
      content: `It has ${users} ${users === 1 ? "user" : "users"} and ${events} ${events === 1 ? "event" : "events"}. Afterwards, only admins see events that are in no other group.`,
      okText: "Delete",
      okButtonProps: { danger: true },
      onOk: () => remove.mutate({ sid }),
    });
  return (
    <div className="pc-page" style={{ maxWidth: 800 }}>
      <div className="pc-titlebar">
        <h1>Groups</h1>
        <span className="pc-grow" />
        <SignInRules />
        <Button type="primary" onClick={() => setEdited("new")}>
          Add group
        </Button>
      </div>
      <p className="pc-quiet">
        Users see the events that are in one of their groups. Admins see all events. Add users to groups under{" "}
        <Link to="/users">Users</Link>, and events in their settings.
      </p>
      <Table<Group>
        className="pc-panel"
        size="middle"
        rowKey="sid"
        columns={columnsFor(setEdited, ask)}
        dataSource={groups}
        pagination={false}
        scroll={{ x: "max-content" }}
      />
      <GroupDialog group={edited} onClose={() => setEdited(null)} />
    </div>
  );
}
