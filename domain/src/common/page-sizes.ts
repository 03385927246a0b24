/** Page sizes to choose from; the default is one of them (spec §9). */
export type PageSizes = { readonly default: number; readonly options: readonly number[] };
export const TABLE_PAGES: PageSizes = { default: 10, options: [10, 20, 30] };
/** Lists of a report are read from top to bottom, so they have long pages (PD-142). */
export const REPORT_PAGES: PageSizes = { default: 50, options: [10, 20, 50, 100, 200, 500] };
export const AREA_PAGES: PageSizes = { default: 48, options: [36, 48, 60, 72] };

/** The requested page size, or the default if it is not an option (PD-38). */
export const pickPageSize = (pageSize: unknown, sizes: PageSizes): number =>
  typeof pageSize === "number" && sizes.options.includes(pageSize) ? pageSize : sizes.default;

/** Clamps a page number to the existing pages; anything that is no number becomes 1 (PD-38). */
export function clampPage(page: number, pageSize: number, total: number): number {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), last) : 1;
}
