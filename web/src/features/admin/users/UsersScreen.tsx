import { PlusOutlined } from "@ant-design/icons";
import { type Group, may } from "@precount/domain";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { parseUsersSearch } from "../../../shared/paging/search.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import styles from "./Users.module.css";
import { UsersTable } from "./UsersTable.tsx";

/** All user accounts, for admins. */
export function UsersScreen(): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const table = useTable("users", parseUsersSearch);
  const { data: users } = useSuspenseQuery(trpc.user.fetchUsers.queryOptions());
  const { data: groups = [] } = useQuery(trpc.group.fetchGroups.queryOptions());
  const { group } = table.search;
  const { actionsOf, dialogs } = useUserActions(users);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Users</h1>
        <span className="pc-quiet">{users.length}</span>
        <span className="pc-grow" />
        <Link to="/users/audit">Audit log</Link>
        <Link to="/users/groups">Groups</Link>
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          reason={reasonOf(may(user, "user.create"))}
          onClick={() => void navigate({ to: "/users/create" })}
        >
          Add user
        </ReasonButton>
      </div>
      <div className={styles["filters"]}>
        <SearchBox
          label="Search users"
          value={table.search.search}
          debounceMs={0}
          onSearch={(search) => table.change({ search, page: 1 })}
        />
        <GroupFilter groups={groups} group={group} onClear={() => table.change({ group: undefined, page: 1 })} />
      </div>
      <UsersTable users={users} groups={groups} table={table} actionsOf={actionsOf} />
      {dialogs}
    </div>
  );
}

type GroupFilterProps = { groups: readonly Group[]; group: string | undefined; onClear: () => void };

/** The group whose users are shown, which the count in the list of groups opens. */
function GroupFilter({ groups, group, onClear }: GroupFilterProps): ReactElement | null {
  if (group === undefined) return null;
  return (
    <span aria-live="polite">
      Only users of the group <bdi>{groups.find(({ sid }) => sid === group)?.name ?? "that was deleted"}</bdi>{" "}
      <Button type="link" onClick={onClear}>
        Show all users
      </Button>
    </span>
  );
}
