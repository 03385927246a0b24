import { type ImageFlag, describeImageQuery, parseImageQuery } from "@precount/domain";
import type { ImagesSearch } from "../paging/search.ts";

/** Describes the active filter as '38 of 214 images · not approved' shows it. */
export function describeFilter(
  search: ImagesSearch,
  titles: Readonly<Record<string, string>>,
  all: readonly string[],
  markTitles: Readonly<Record<ImageFlag, string>>,
): string {
  const { status = [], mark = [], search: text } = search;
  const parts: string[] = [];
  if (status.length > 0) {
    const others = all.filter((one) => !status.some((selected) => selected === one));
    const isShorterNegated = others.length < status.length;
    const named = (list: readonly string[]): string =>
      list.map((one) => (titles[one] ?? one).toLowerCase()).join(" or ");
    parts.push(isShorterNegated ? `not ${named(others)}` : named(status));
  }
  for (const one of mark) parts.push(markTitles[one].toLowerCase());
  const query = parseImageQuery(text ?? "");
  if (query.ok) parts.push(...describeImageQuery(query.value));
  return parts.join(" · ");
}
