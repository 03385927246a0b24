import {
  type EventItemList,
  type Item,
  type ItemList,
  type ItemListChoice,
  may,
  positiveIntegerSchema,
  stickerCodeSchema,
} from "@precount/domain";
import { z } from "zod";
import { type ItemPage, findItems, listItems } from "../../db/items/items.ts";
import {
  findEventVersion,
  findList,
  findVersion,
  listGroupLists,
  readEventItemList,
  readItemList,
} from "../../db/items/lists.ts";
import type { SignedInContext } from "../context.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { byListOwner, requireListOwner } from "./list-owner.ts";

/** Codes in one lookup. A photo has far fewer. */
const MAX_LOOKUP = 2000;

type Context = Pick<SignedInContext, "db" | "session">;

export const fetchItemsInput = z.object({
  owner: byListOwner,
  /** The current version without it. */
  version: positiveIntegerSchema.optional(),
  ...paging,
});
export const lookUpItemsInput = byProject.extend({ codes: z.array(stickerCodeSchema).max(MAX_LOOKUP) });

/** The item lists of the caller's groups; all groups' lists for an admin. */
export function listItemLists({ db, session }: Context): Promise<ItemListChoice[]> {
  return listGroupLists(db, may(session.user, "group.change").ok ? "all" : (session.user.groups ?? []));
}

/** The list that an event uses, and those that it can choose. */
export async function getEventItemList({ db, session }: Context, slug: string): Promise<EventItemList> {
  return readEventItemList(db, await requireProject({ db, session }, slug));
}

/** A list with its versions; null before the first import. */
export async function getItemList(context: Context, owner: z.infer<typeof byListOwner>): Promise<ItemList | null> {
  return readItemList(context.db, await requireListOwner(context, owner));
}

/** One page of a list's items. Of an event it is the version in use, which may be a group's. */
export async function fetchItems(
  context: Context,
  { owner, version, ...query }: z.infer<typeof fetchItemsInput>,
): Promise<ItemPage> {
  const { db } = context;
  const found = await requireListOwner(context, owner);
  if ("projectSid" in found && version === undefined) {
    const used = await findEventVersion(db, found.projectSid);
    return used ? listItems(db, used.sid, query) : NO_ITEMS;
  }
  const list = await findList(db, found);
  const wanted = list && (await findVersion(db, list.sid, version ?? list.currentVersion));
  return wanted ? listItems(db, wanted.sid, query) : NO_ITEMS;
}

const NO_ITEMS: ItemPage = { items: [], total: 0, page: 1 };

/** The items of an event's list with these codes, and whether it has a list at all. */
export async function lookUpItems(
  { db, session }: Context,
  { project, codes }: z.infer<typeof lookUpItemsInput>,
): Promise<{ hasList: boolean; items: Item[] }> {
  const { sid } = await requireProject({ db, session }, project.slug);
  const version = await findEventVersion(db, sid);
  return version ? { hasList: true, items: await findItems(db, version.sid, codes) } : { hasList: false, items: [] };
}
