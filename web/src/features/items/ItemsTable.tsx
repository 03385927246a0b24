import type { Item } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { describePrice } from "../../shared/items/describe-item.ts";
import { LIST_QUERY_OPTIONS } from "../../shared/paging/list-query-options.ts";
import { parseItemsSearch } from "../../shared/paging/search.ts";
import { useTable, useTableProps } from "../../shared/paging/use-table.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import type { Owner } from "./owner.ts";

const figure = (value: number | null): string => (value === null ? "" : value.toLocaleString("en-GB"));

const COLUMNS: TableColumnsType<Item> = [
  { key: "code", title: "Code", render: (_, { code }) => <span className="pc-code">{code}</span> },
  { key: "description", title: "Description", render: (_, { description }) => <bdi>{description}</bdi> },
  { key: "department", title: "Department", render: (_, { department }) => <bdi>{department}</bdi> },
  {
    key: "unitPrice",
    title: "Unit price",
    align: "right",
    render: (_, { unitPrice }) => (unitPrice === null ? "" : describePrice(unitPrice)),
  },
  { key: "packSize", title: "Pack size", align: "right", render: (_, { packSize }) => figure(packSize) },
  { key: "expected", title: "Expected", align: "right", render: (_, { expectedQuantity }) => figure(expectedQuantity) },
  { key: "last", title: "Last count", align: "right", render: (_, { lastQuantity }) => figure(lastQuantity) },
  { key: "active", title: "Active", render: (_, { active }) => (active ? "Yes" : "No") },
];

/** The items of one version, by code. */
export function ItemsTable({ owner, version }: { owner: Owner; version?: number | undefined }): ReactElement {
  const table = useTable("items", parseItemsSearch);
  const { search } = table.search;
  const { data } = useQuery(
    trpc.item.fetchItems.queryOptions(
      { owner, ...table.paging, ...(search !== undefined && { search }), ...(version !== undefined && { version }) },
      LIST_QUERY_OPTIONS,
    ),
  );
  const props = useTableProps<Item>(table, data?.total);
  return (
    <>
      <div style={{ marginBottom: 12 }}>
        <SearchBox
          label="Search items"
          width={320}
          value={search}
          onSearch={(text) => table.change({ search: text, page: 1 })}
        />
      </div>
      <Table<Item>
        {...props}
        rowKey="code"
        loading={data === undefined}
        columns={COLUMNS}
        dataSource={data?.items ?? []}
        locale={{ emptyText: <EmptyState text="No item matches." /> }}
      />
    </>
  );
}
