import { type Person, may } from "@precount/domain";
import { rightForScreen } from "../screen-rights.ts";
import { SCREEN_TITLES } from "../screen-titles.ts";

/** The event that the user has open. */
export type CurrentEvent = { slug: string; isArchived: boolean };

export type PaletteScreen = { title: string; path: string };

/** The path of a route id: without the layouts around the screen. */
const pathOf = (routeId: string): string =>
  routeId.replace(/^\/(?:private|device|bare)/, "").replace(/\/home(?=\/|$)/, "") || "/";

/** The screens of the route table that the user may open from here. Those of an event are of the open one. */
export function screensFor(person: Person, current: CurrentEvent | null): PaletteScreen[] {
  const section = current?.isArchived ? "/archives/" : "/projects/";
  return Object.entries(SCREEN_TITLES).flatMap(([routeId, title]) => {
    const path = pathOf(routeId);
    const right = rightForScreen(path);
    if (right !== null && !may(person, right).ok) return [];
    if (!path.includes("$")) return [{ title, path }];
    const isOfEvent = current !== null && path.startsWith(`${section}$projectId`);
    if (!isOfEvent) return [];
    const filled = path.replace("$projectId", encodeURIComponent(current.slug)).replace(/\/$/, "");
    // Other parameters, such as a photo, are not known here.
    return filled.includes("$") ? [] : [{ title, path: filled }];
  });
}

/** The entries whose title contains every word of the text, those that begin with it first. */
export function matchTitles<T extends { title: string }>(entries: readonly T[], text: string): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const begins = ({ title }: T): number => Number(title.toLowerCase().startsWith(words[0] ?? ""));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
