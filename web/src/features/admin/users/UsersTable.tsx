import { type Group, type UserRow, clampPage } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { type UsersSearch, USER_SORTS } from "../../../shared/paging/search.ts";
import { sortOf, sortOrderOf } from "../../../shared/paging/sort.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { ROLE_DISPLAY, userStatusDisplay } from "../../../ui/status-display.tsx";
import { tablePages } from "../../../ui/table.ts";
import styles from "./Users.module.css";
import { arrangeUsers } from "./arrange-users.ts";
import type { UsersChanges } from "./UsersScreen.tsx";

type Props = {
  users: readonly UserRow[];
  search: UsersSearch;
  onSearch: (changes: UsersChanges) => void;
  actionsOf: (user: UserRow) => readonly Action[];
};

export function UsersTable({ users, search, onSearch, actionsOf }: Props): ReactElement {
  const { data: groups } = useQuery(trpc.group.fetchGroups.queryOptions());
  const isPhone = useMedia("(max-width: 600px)");
  const paging = pagingOf("users", search);
  const found = arrangeUsers(users, search);
  usePaging("users", search, found.length, onSearch);
  const page = clampPage(paging.page, paging.pageSize, found.length);
  return (
    <Table<UserRow>
      className="pc-panel"
      size="middle"
      rowKey="sid"
      columns={columnsFor({ sort: search.sort, groups: groups ?? [], actionsOf, isPhone })}
      dataSource={found.slice((page - 1) * paging.pageSize, page * paging.pageSize)}
      scroll={{ x: "max-content" }}
      pagination={tablePages({ ...paging, page }, found.length)}
      locale={{ emptyText: <EmptyState text="Nobody is called like that. Clear the search to see everyone." /> }}
      onChange={({ current, pageSize }, _filters, sorter) => {
        const wanted = sortOf(sorter);
        onSearch({
          page: pageSize === paging.pageSize ? (current ?? 1) : 1,
          pageSize: pageSize ?? paging.pageSize,
          sort: USER_SORTS.find((known) => known === wanted),
        });
      }}
    />
  );
}

type Look = {
  sort: string | undefined;
  groups: readonly Group[];
  actionsOf: Props["actionsOf"];
  /** Then a person is one cell: nothing slides sideways. */
  isPhone: boolean;
};

const columnsFor = ({ sort, groups, actionsOf, isPhone }: Look): TableColumnsType<UserRow> => [
  {
    key: "name",
    title: "Name",
    sorter: true,
    sortOrder: sortOrderOf(sort, "name"),
    render: (_, user) => (
      <>
        <bdi className={styles["name"]} title={user.name}>
          {user.name}
        </bdi>
        {isPhone && (
          <>
            <bdi className={`${styles["email"] ?? ""} pc-quiet`}>{user.email}</bdi>
            <div className={styles["tags"]}>
              <StatusTag display={ROLE_DISPLAY[user.role]} />
              <StatusTag display={userStatusDisplay(user)} />
            </div>
          </>
        )}
      </>
    ),
  },
  {
    key: "email",
    title: "E-mail",
    hidden: isPhone,
    render: (_, { email }) => (
      <bdi className={styles["email"]} title={email}>
        {email}
      </bdi>
    ),
  },
  { key: "role", title: "Role", hidden: isPhone, render: (_, { role }) => <StatusTag display={ROLE_DISPLAY[role]} /> },
  {
    key: "state",
    title: "Status",
    hidden: isPhone,
    render: (_, user) => <StatusTag display={userStatusDisplay(user)} />,
  },
  {
    key: "groups",
    title: "Groups",
    hidden: isPhone,
    render: (_, user) => {
      const names = groups.filter(({ sid }) => user.groups.includes(sid)).map(({ name }) => name);
      return names.length > 0 ? <bdi>{names.join(", ")}</bdi> : <span className="pc-quiet">none</span>;
    },
  },
  {
    key: "lastLoginAt",
    hidden: isPhone,
    title: "Last sign-in",
    sorter: true,
    sortOrder: sortOrderOf(sort, "lastLoginAt"),
    render: (_, { lastLoginAt }) =>
      lastLoginAt === null ? <span className="pc-quiet">never</span> : <DateText iso={lastLoginAt} />,
  },
  {
    key: "createdAt",
    hidden: isPhone,
    title: "Created",
    sorter: true,
    sortOrder: sortOrderOf(sort, "createdAt"),
    render: (_, { createdAt }) => <DateText iso={createdAt} />,
  },
  {
    key: "actions",
    align: "right",
    // In sight wherever the rest is scrolled to.
    fixed: "right",
    render: (_, user) => <ActionMenu label={`Actions for ${user.name}`} actions={actionsOf(user)} />,
  },
];
