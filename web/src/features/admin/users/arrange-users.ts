import type { UserRow } from "@precount/domain";
import type { UsersSearch } from "../../../shared/paging/search.ts";

/** Those whose name or e-mail holds what is searched, in any letters, in the wanted order; else by name as they came. */
export function arrangeUsers(
  users: readonly UserRow[],
  { search = "", sort = "name" }: Pick<UsersSearch, "search" | "sort">,
): UserRow[] {
  const part = search.toLowerCase();
  const found = users.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(part));
  // What is left of '-name' is the column.
  const column = sort.replace("-", "") as "name" | "lastLoginAt" | "createdAt";
  const sign = sort.startsWith("-") ? -1 : 1;
  return found.toSorted((a, b) => sign * (a[column] ?? "").localeCompare(b[column] ?? ""));
}
