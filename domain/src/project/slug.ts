/** As the slug's schema has it. */
const MAX_SLUG_LENGTH = 120;

/**
 * The slug a name suggests: lowercase, spaces to hyphens, everything else that is not a lowercase letter,
 * a digit or a hyphen removed (spec §5). Empty for a name that has none of these.
 */
export function deriveSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .slice(0, MAX_SLUG_LENGTH);
}

/** Addresses below /projects that are pages of their own: an event of that name could not be reached. */
const RESERVED: ReadonlySet<string> = new Set(["create"]);
export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/**
 * A free slug for a new event (decision 2): the derived one, or `-2`, `-3`… when taken; `event-<short id>`
 * when the name derives to nothing, and hyphens alone are nothing.
 * @param taken whether a slug is in use
 * @param sid of the new event
 */
export function slugFor(name: string, taken: (slug: string) => boolean, sid: string): string {
  const derived = deriveSlug(name);
  const base = /[a-z0-9]/.test(derived) ? derived : `event-${sid.slice(0, 12)}`;
  let slug = base;
  for (let n = 2; isReservedSlug(slug) || taken(slug); n += 1) {
    const suffix = `-${n}`;
    slug = base.slice(0, MAX_SLUG_LENGTH - suffix.length) + suffix;
  }
  return slug;
}
