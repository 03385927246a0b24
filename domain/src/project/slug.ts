/** The maximum length in the slug's schema. */
const MAX_SLUG_LENGTH = 120;

/**
 * Derives a slug from a name: lowercase, spaces become hyphens, everything except lowercase letters, digits and
 * hyphens is removed (spec §5). May be empty.
 */
export function deriveSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .slice(0, MAX_SLUG_LENGTH);
}

/** Pages below /projects; an event with such a slug could not be opened. */
const RESERVED: ReadonlySet<string> = new Set(["create"]);
export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/**
 * A free slug for a new event (PD-2): the derived one, with `-2`, `-3`… if taken; `event-<short id>` if the name
 * derives to nothing or to hyphens only.
 * @param taken whether a slug is in use
 * @param sid of the new event
 */
export function uniqueSlug(name: string, taken: (slug: string) => boolean, sid: string): string {
  const derived = deriveSlug(name);
  const base = /[a-z0-9]/.test(derived) ? derived : `event-${sid.slice(0, 12)}`;
  let slug = base;
  for (let n = 2; isReservedSlug(slug) || taken(slug); n += 1) {
    const suffix = `-${n}`;
    slug = base.slice(0, MAX_SLUG_LENGTH - suffix.length) + suffix;
  }
  return slug;
}
