import type { Group, UserRow } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { ROLE_DISPLAY, userStatusDisplay } from "../../../ui/status-display.tsx";
import styles from "./Users.module.css";

type Columns = TableColumnsType<UserRow>;

const Name = ({ user: { name } }: { user: UserRow }): ReactElement => (
  <bdi className={styles["name"]} title={name}>
    {name}
  </bdi>
);

const dataColumns = (groups: readonly Group[]): Columns => [
  { key: "name", title: "Name", sorter: true, render: (_, user) => <Name user={user} /> },
  {
    key: "email",
    title: "E-mail",
    render: (_, { email }) => (
      <bdi className={styles["email"]} title={email}>
        {email}
      </bdi>
    ),
  },
  { key: "role", title: "Role", render: (_, { role }) => <StatusTag display={ROLE_DISPLAY[role]} /> },
  { key: "state", title: "Status", render: (_, user) => <StatusTag display={userStatusDisplay(user)} /> },
  {
    key: "groups",
    title: "Groups",
    render: (_, user) => {
      const names = groups.filter(({ sid }) => user.groups.includes(sid)).map(({ name }) => name);
      return names.length > 0 ? <bdi>{names.join(", ")}</bdi> : <span className="pc-quiet">none</span>;
    },
  },
  {
    key: "lastLoginAt",
    title: "Last sign-in",
    sorter: true,
    render: (_, { lastLoginAt }) =>
      lastLoginAt === null ? <span className="pc-quiet">never</span> : <DateText iso={lastLoginAt} />,
  },
  { key: "createdAt", title: "Created", sorter: true, render: (_, { createdAt }) => <DateText iso={createdAt} /> },
];

/** On a phone a user is one cell, so that the table does not scroll sideways. */
const PHONE_COLUMNS: Columns = [
  {
    key: "name",
    title: "Name",
    sorter: true,
    render: (_, user) => (
      <>
        <Name user={user} />
        <bdi className={`${styles["email"] ?? ""} pc-quiet`}>{user.email}</bdi>
        <div className={styles["tags"]}>
          <StatusTag display={ROLE_DISPLAY[user.role]} />
          <StatusTag display={userStatusDisplay(user)} />
        </div>
      </>
    ),
  },
];

type Options = { groups: readonly Group[]; actionsOf: (user: UserRow) => readonly Action[]; isPhone: boolean };

export const columnsFor = ({ groups, actionsOf, isPhone }: Options): Columns => [
  ...(isPhone ? PHONE_COLUMNS : dataColumns(groups)),
  {
    key: "actions",
    align: "right",
    // Stays visible while the table is scrolled sideways.
    fixed: "right",
    render: (_, user) => <ActionMenu label={`Actions for ${user.name}`} actions={actionsOf(user)} />,
  },
];
