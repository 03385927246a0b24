/** Page sizes on offer, the default one of them (spec §9). */
export type PageSizes = { readonly default: number; readonly options: readonly number[] };
export const TABLE_PAGES: PageSizes = { default: 10, options: [10, 20, 30] };
export const AREA_PAGES: PageSizes = { default: 48, options: [36, 48, 60, 72] };

/** The size that was asked for, the default when it is none of the options (decision 38). */
export const pickPageSize = (pageSize: unknown, sizes: PageSizes): number =>
  typeof pageSize === "number" && sizes.options.includes(pageSize) ? pageSize : sizes.default;

/** A page that exists: past the end is the last, before the beginning or no number the first (decision 38). */
export function clampPage(page: number, pageSize: number, total: number): number {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), last) : 1;
}
