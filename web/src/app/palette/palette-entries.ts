import type { FoundEverywhere, FoundEvent } from "@precount/domain";

/** An entry of the palette. `path` is an address of the app. */
export type PaletteEntry = {
  key: string;
  title: string;
  /** The event that it belongs to, or another explanation. */
  detail?: string;
  /** The contents of a photo, without a width. */
  photo?: string;
} & ({ path: string } | { run: () => void });

export type PaletteGroup = { title: string; entries: PaletteEntry[] };

const sectionOf = ({ slug, status }: FoundEvent): string =>
  status === "archived" ? `/archives/${encodeURIComponent(slug)}` : `/projects/${encodeURIComponent(slug)}`;

const imagesPath = (event: FoundEvent): string =>
  event.status === "archived" ? sectionOf(event) : `${sectionOf(event)}/eventImages`;

/** The answers of the server in groups. Empty groups are left out. */
export function foundGroups({ events, photos, areas, codes, people }: FoundEverywhere): PaletteGroup[] {
  const groups: PaletteGroup[] = [
    {
      title: "Events",
      entries: events.map((event) => ({ key: `event ${event.slug}`, title: event.name, path: imagesPath(event) })),
    },
    {
      title: "Images",
      entries: photos.map(({ sid, name, src, event }) => ({
        key: `image ${sid}`,
        title: name,
        detail: event.name,
        photo: src,
        path: `${imagesPath(event)}/images/${sid}`,
      })),
    },
    {
      title: "Areas",
      entries: areas.map(({ number, event }) => ({
        key: `area ${event.slug} ${number}`,
        title: `Area ${number}`,
        detail: event.name,
        path: `${sectionOf(event)}/areas?search=${number}`,
      })),
    },
    {
      title: "Codes",
      entries: codes.map(({ code, images, event }) => ({
        key: `code ${event.slug} ${code}`,
        title: code,
        detail: `${images === 1 ? "1 image" : `${images} images`} · ${event.name}`,
        path: `${imagesPath(event)}?search=${encodeURIComponent(`code:${code}`)}`,
      })),
    },
    {
      title: "People",
      entries: people.map(({ sid, name, email }) => ({
        key: `person ${sid}`,
        title: name,
        detail: email,
        path: `/users?search=${encodeURIComponent(email)}`,
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
