import { PlusOutlined } from "@ant-design/icons";
import { may } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactElement, useCallback } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type UsersSearch, mergeSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UsersTable } from "./UsersTable.tsx";

const route = getRouteApi("/private/users");

export type UsersChanges = { [K in keyof UsersSearch]?: UsersSearch[K] | undefined };

/** Who may sign in; for admins. */
export function UsersScreen(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const user = useAuthUser();
  const change = useCallback(
    (changes: UsersChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  const { data: users } = useSuspenseQuery(trpc.user.fetchUsers.queryOptions());
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
          onClick={() => void goTo({ to: "/users/create" })}
        >
          Add user
        </ReasonButton>
      </div>
      <div style={{ marginBottom: 8 }}>
        <SearchBox
          label="Search users"
          value={search.search}
          debounceMs={0}
          onSearch={(found) => change({ search: found, page: 1 })}
        />
      </div>
      <UsersTable users={users} search={search} onSearch={change} actionsOf={actionsOf} />
      {dialogs}
    </div>
  );
}
