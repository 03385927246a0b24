import { AUDIT_KINDS, type AuditKind } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { DatePicker, Select } from "antd";
import dayjs from "dayjs";
import type { ReactElement } from "react";
import type { AuditSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import styles from "./Audit.module.css";

type Props = { search: AuditSearch; onSearch: ChangeSearch<AuditSearch> };

export const KIND_TITLES: Readonly<Record<AuditKind, string>> = {
  "sign-in": "Sign-ins",
  refusal: "Refusals",
  account: "Accounts",
  group: "Groups",
  model: "Models",
  event: "Events",
  image: "Images",
  result: "Results",
  area: "Areas",
  item: "Item lists",
  task: "Tasks",
  destination: "Webhooks and deliveries",
  download: "Downloads",
};

/** The format of days in the URL. */
const DAY = "YYYY-MM-DD";
const dayOf = (day: string | undefined) => (day === undefined ? null : dayjs(day));

/** Filters of the log: kind, user, days and action. */
export function AuditFilters({ search, onSearch }: Props): ReactElement {
  const { data: users } = useQuery(trpc.user.fetchUsers.queryOptions());
  return (
    <div className={styles["filters"]}>
      <Select<AuditKind>
        aria-label="Kind"
        placeholder="All actions"
        allowClear
        value={search.kind ?? null}
        style={{ width: 180 }}
        options={AUDIT_KINDS.map((value) => ({ value, label: KIND_TITLES[value] }))}
        onChange={(kind) => onSearch({ kind: kind ?? undefined, page: 1 })}
      />
      <Select<string>
        aria-label="User"
        placeholder="Everyone"
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        value={search.who ?? null}
        style={{ width: 220 }}
        options={(users ?? []).map(({ sid, name }) => ({ value: sid, label: name }))}
        onChange={(who) => onSearch({ who: who ?? undefined, page: 1 })}
      />
      <DatePicker.RangePicker
        aria-label="Days"
        allowEmpty
        value={[dayOf(search.from), dayOf(search.to)]}
        onChange={(days) => onSearch({ from: days?.[0]?.format(DAY), to: days?.[1]?.format(DAY), page: 1 })}
      />
      <SearchBox
        label="Action starts with, e.g. user."
        width={280}
        value={search.action}
        onSearch={(action) => onSearch({ action, page: 1 })}
      />
    </div>
  );
}
