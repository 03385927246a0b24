import type { UserRow } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Table } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
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
  table: TableState<UsersSearch>;
  actionsOf: (user: UserRow) => readonly Action[];
};

export function UsersTable({ users, table, actionsOf }: Props): ReactElement {
  const { data: groups = [] } = useQuery(trpc.group.fetchGroups.queryOptions());
  const isPhone = useMedia("(max-width: 600px)");
  const found = filterUsers(users, table.search);
  const tableProps = useTableProps<UserRow>(table, found.length, USER_SORTS);
  return (
    <Table<UserRow>
      {...tableProps}
      rowKey="sid"
      columns={withSortOrder(columnsFor({ groups, actionsOf, isPhone }), table.search.sort)}
      dataSource={found}
      locale={{ emptyText: <EmptyState text="No user matches. Clear the search to see all users." /> }}
    />
  );
}
