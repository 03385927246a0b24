import { bySlug } from "../operations/inputs.ts";
import { chooseItemList, chooseItemListInput } from "../operations/item/choose-item-list.ts";
import {
  fetchItems,
  fetchItemsInput,
  getEventItemList,
  getItemList,
  listItemLists,
  lookUpItems,
  lookUpItemsInput,
} from "../operations/item/item-lists.ts";
import { byListOwner } from "../operations/item/list-owner.ts";
import { procedure, router } from "./gate.ts";

/** Item lists. Their files are imported by POST …/items/import (http/item-import.ts). */
export const itemRouter = router({
  fetchItemLists: procedure("item.see").query(({ ctx }) => listItemLists(ctx)),
  getEventItemList: procedure("item.see")
    .input(bySlug)
    .query(({ ctx, input }) => getEventItemList(ctx, input.slug)),
  getItemList: procedure("item.see")
    .input(byListOwner)
    .query(({ ctx, input }) => getItemList(ctx, input)),
  fetchItems: procedure("item.see")
    .input(fetchItemsInput)
    .query(({ ctx, input }) => fetchItems(ctx, input)),
  lookUpItems: procedure("item.see")
    .input(lookUpItemsInput)
    .query(({ ctx, input }) => lookUpItems(ctx, input)),
  chooseItemList: procedure("item.choose")
    .input(chooseItemListInput)
    .mutation(({ ctx, input }) => chooseItemList(ctx, input)),
});
