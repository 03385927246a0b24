import type { Group, UserRow } from "@precount/domain";
import { Table } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { USER_SORTS, type UsersSearch } from "../../../shared/paging/search.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { type TableState, useTableProps } from "../../../shared/paging/use-table.ts";
import type { Action } from "../../../ui/ActionMenu.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { columnsFor } from "./columns.tsx";
import { filterUsers } from "./filter-users.ts";

type Props = {
  users: readonly UserRow[];
  groups: readonly Group[];
  table: TableState<UsersSearch>;
  actionsOf: (user: UserRow) => readonly Action[];
};

export function UsersTable({ users, groups, table, actionsOf }: Props): ReactElement {
  const isPhone = useMedia("(max-width: 600px)");
  const found = filterUsers(users, table.search);
  const tableProps = useTableProps<UserRow>(table, found.length, USER_SORTS);
  return (
    <Table<UserRow>
      {...tableProps}
      rowKey="sid"
      columns={withSortOrder(columnsFor({ groups, actionsOf, isPhone }), table.search.sort)}
      dataSource={found}
      locale={{ emptyText: <EmptyState text="No user matches. Clear the search and the group to see all users." /> }}
    />
  );
}
