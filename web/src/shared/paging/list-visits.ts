import { type AnyRouter, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import { CONTENT_ID } from "../../ui/content.ts";
import { parseSearch } from "./search.ts";

/*
 * How the user left a list for one of its subpages, such as an image: the way back leads to the same filters, sort, page and
 * scroll position. In session storage, so that each browser tab has its own and a reload keeps it.
 */
const visitSchema = z.object({ search: z.string(), scrollTop: z.number() });
type Visit = z.infer<typeof visitSchema>;
const key = (pathname: string): string => `visit.${pathname}`;

function visitOf(pathname: string): Visit | null {
  try {
    return visitSchema.parse(JSON.parse(sessionStorage.getItem(key(pathname)) ?? "null"));
  } catch {
    return null; // never left for a subpage, or stored by another version
  }
}

/** The search parameters with which the list at `pathname` was left; empty when it was not left for a subpage. */
export const visitedSearch = (pathname: string): Record<string, string> => parseSearch(visitOf(pathname)?.search ?? "");

/** A return to a list: its path, the last segment of the subpage's path, and the list's scroll position. */
export type Return = { to: string; from: string; scrollTop: number };
let latestReturn: Return | null = null;

/** The return that opened this list; null when it was opened in another way. */
export function useReturn(): Return | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  return useState(() => (latestReturn?.to === pathname ? latestReturn : null))[0];
}

/** Restores the list's scroll position after a return, once its rows are shown. */
export function useReturnScroll(returned: Return | null, isShown: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (returned === null || !isShown) return undefined;
    const { to, scrollTop } = returned;
    const restore = (): void => document.getElementById(CONTENT_ID)?.scrollTo({ top: scrollTop });
    restore();
    // The router, whose restoration may come after this effect, would set the position of the previous screen.
    return router.subscribe("onRendered", ({ toLocation, fromLocation }) => {
      if (toLocation.pathname === to && fromLocation?.pathname !== to) restore();
    });
  }, [router, returned, isShown]);
}

const isSubpage = (pathname: string, list: string): boolean => list !== "/" && pathname.startsWith(`${list}/`);

/** Stores each visit when the user goes to a subpage, and recognizes the return from one. */
export function followListVisits(router: Pick<AnyRouter, "subscribe">): void {
  router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const [from, to] = [fromLocation.pathname, toLocation.pathname];
    if (isSubpage(to, from)) {
      const scrollTop = document.getElementById(CONTENT_ID)?.scrollTop ?? 0;
      const visit: Visit = { search: fromLocation.searchStr, scrollTop };
      sessionStorage.setItem(key(from), JSON.stringify(visit));
    }
    latestReturn = isSubpage(from, to)
      ? { to, from: from.slice(from.lastIndexOf("/") + 1), scrollTop: visitOf(to)?.scrollTop ?? 0 }
      : null;
  });
}
