import type { ItemListChoice } from "@precount/domain";

/** 'Group North (1,200 items)' */
export const describeItemList = ({ group, name, items }: ItemListChoice): string =>
  `${group === null ? "This event's own list" : `Group ${name}`} (${items.toLocaleString("en-GB")} items)`;
