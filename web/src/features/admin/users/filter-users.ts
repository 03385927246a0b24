import type { UserRow } from "@precount/domain";
import type { UsersSearch } from "../../../shared/paging/search.ts";

/** The users of a group, or all, whose name or e-mail contains the search text, ignoring case, in the given order or by name. */
export function filterUsers(
  users: readonly UserRow[],
  { search = "", group, sort = "name" }: Pick<UsersSearch, "search" | "group" | "sort">,
): UserRow[] {
  const part = search.toLowerCase();
  const found = users.filter(
    ({ name, email, groups }) =>
      (group === undefined || groups.includes(group)) && `${name}\n${email}`.toLowerCase().includes(part),
  );
  // Without its sign, a sort order is the name of a column.
  const column = sort.replace("-", "") as "name" | "lastLoginAt" | "createdAt";
  const sign = sort.startsWith("-") ? -1 : 1;
  return found.toSorted((a, b) => sign * (a[column] ?? "").localeCompare(b[column] ?? ""));
}
