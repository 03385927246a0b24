import { useMatch, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { mergeSearch } from "./search.ts";

/** Changes of search parameters; undefined removes a parameter from the URL. */
type SearchChanges<S> = { [K in keyof S]?: S[K] | undefined };
export type ChangeSearch<S> = (changes: SearchChanges<S>) => void;

/**
 * The search parameters of the current URL and a function that merges changes into them, replacing the history entry.
 * @param parse a stable function of `search.ts`; it may get parameters that are parsed already
 */
export function useUrlSearch<S extends object>(
  parse: (raw: Record<string, unknown>) => S,
): [search: S, change: ChangeSearch<S>] {
  // TanStack Router cannot infer the type of a generic `select`.
  const search = useSearch({ strict: false, select: parse, structuralSharing: true } as never) as S;
  const navigate = useNavigate();
  const router = useRouter();
  const screen = useMatch({ strict: false, select: idOf });
  const change = useCallback(
    (changes: SearchChanges<S>) => {
      // While the next screen is being loaded, this one is still shown: its parameters must not replace that navigation.
      if (!router.matchRoutes(router.latestLocation).some((match) => idOf(match) === screen)) return;
      void navigate({ to: ".", search: (now) => mergeSearch(parse(now), changes), replace: true, resetScroll: false });
    },
    [navigate, parse, router, screen],
  );
  return [search, change];
}

/** The same for all search parameters of a screen. */
const idOf = ({ routeId, pathname }: { routeId: string; pathname: string }): string => `${routeId} ${pathname}`;
