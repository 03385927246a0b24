import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { setHelpOpen } from "../../shared/help/open-help.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { type PaletteGroup, foundGroups } from "./palette-entries.ts";
import { type CurrentEvent, matchTitles, screensFor } from "./screens.ts";

/** The debounce interval, longer than a pause between typed letters. */
const DEBOUNCE_MS = 150;
const STALE_MS = 10_000;
/** Screens that are shown with a text, so that the answers of the server are on the screen too. */
const MAX_SCREENS = 5;

/** The entries for a text. Screens and actions come first: the answers of the server, which arrive later, do not move them. */
export function usePalette(text: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const user = useAuthUser();
  const current = useCurrentEvent();
  const asked = useDebounced(text);
  const query = useQuery(
    trpc.search.findEverywhere.queryOptions(
      { text: asked, ...(current && { current: current.slug }) },
      { enabled: asked !== "", placeholderData: keepPreviousData, staleTime: STALE_MS },
    ),
  );
  const screens = [
    ...screensFor(user, current).map(({ title, path }) => ({ key: `screen ${path}`, title, path })),
    { key: "help", title: "Help for this screen", run: () => setHelpOpen(true) },
    { key: "logout", title: "Logout", path: "/logout" },
  ];
  const matching = matchTitles(screens, text);
  const shown = text === "" ? matching : matching.slice(0, MAX_SCREENS);
  const groups: PaletteGroup[] = shown.length > 0 ? [{ title: "Screens and actions", entries: shown }] : [];
  if (text !== "" && current !== null) groups.push(searchInEvent(current, text));
  if (text !== "" && query.data) groups.push(...foundGroups(query.data));
  return { groups, isSearching: text !== "" && (asked !== text || query.isFetching) };
}

const searchInEvent = ({ slug, isArchived }: CurrentEvent, text: string): PaletteGroup => ({
  title: "This event",
  entries: [
    {
      key: "search",
      title: `Search the images for “${text}”`,
      path: `${isArchived ? "/archives/" : "/projects/"}${encodeURIComponent(slug)}${isArchived ? "" : "/eventImages"}?search=${encodeURIComponent(text)}`,
    },
  ],
});

function useCurrentEvent(): CurrentEvent | null {
  const { projectId: slug } = useParams({ strict: false });
  const isArchived = useLocation({ select: ({ pathname }) => pathname.startsWith("/archives/") });
  return slug === undefined ? null : { slug, isArchived };
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
