import { PlusOutlined } from "@ant-design/icons";
import { may } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { parseUsersSearch } from "../../../shared/paging/search.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UsersTable } from "./UsersTable.tsx";

/** All user accounts, for admins. */
export function UsersScreen(): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const table = useTable("users", parseUsersSearch);
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
          onClick={() => void navigate({ to: "/users/create" })}
        >
          Add user
        </ReasonButton>
      </div>
      <div style={{ marginBottom: 8 }}>
        <SearchBox
          label="Search users"
          value={table.search.search}
          debounceMs={0}
          onSearch={(search) => table.change({ search, page: 1 })}
        />
      </div>
      <UsersTable users={users} table={table} actionsOf={actionsOf} />
      {dialogs}
    </div>
  );
}
