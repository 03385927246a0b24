import { TABLE_PAGES } from "@precount/domain";
import type { TablePaginationConfig } from "antd";
import type { Paging } from "../shared/paging/paging.ts";

/** The pagination of every table (spec §9). */
export function tablePages({ page, pageSize }: Paging, total: number): TablePaginationConfig {
  return {
    current: page,
    pageSize,
    total,
    pageSizeOptions: [...TABLE_PAGES.options],
    showSizeChanger: true,
    showTotal: (all, [from, to]) => `${from}–${to} of ${all}`,
    placement: ["bottomEnd"],
  };
}
