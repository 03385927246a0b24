import {
  AREA_VARIANCE_COLUMNS,
  type AreaVariance,
  CODE_VARIANCE_COLUMNS,
  type Cell,
  DEPARTMENT_VARIANCE_COLUMNS,
  RECOUNT_COLUMNS,
  RECOUNT_LIMIT,
  type VarianceTable,
  areaVarianceCells,
  codeVarianceCells,
  departmentVarianceCells,
  stickerCells,
} from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { areaVarianceBatches, listAreasToRecount } from "../../db/variance/areas.ts";
import { codeVarianceBatches } from "../../db/variance/codes.ts";
import type { VarianceScope } from "../../db/variance/scope.ts";
import { listStickersToRecheck } from "../../db/variance/stickers.ts";
import { readVarianceOverview } from "../../db/variance/totals.ts";
import type { Table } from "./table.ts";
import { mapped, once } from "./tables.ts";

/** The downloads of a variance, read while they are sent. */
export const varianceTable = (db: Queryable, scope: VarianceScope, table: VarianceTable): Table =>
  TABLES[table](db, scope);

const TABLES: Readonly<Record<VarianceTable, (db: Queryable, scope: VarianceScope) => Table>> = {
  codes: (db, scope) => ({
    name: "Codes",
    columns: CODE_VARIANCE_COLUMNS,
    rows: mapped(codeVarianceBatches(db, scope), (rows) => rows.map(codeVarianceCells)),
  }),
  departments: (db, scope) => ({
    name: "Departments",
    columns: DEPARTMENT_VARIANCE_COLUMNS,
    rows: once(async () => (await readVarianceOverview(db, scope, "units")).departments.map(departmentVarianceCells)),
  }),
  areas: (db, scope) => ({
    name: "Areas",
    columns: AREA_VARIANCE_COLUMNS,
    rows: mapped(areaVarianceBatches(db, scope), (rows) => rows.map(areaVarianceCells)),
  }),
  recount: (db, scope) => ({
    name: "Recount list",
    columns: RECOUNT_COLUMNS,
    rows: once(() => recountRows(db, scope)),
  }),
};

/** The areas, and then the stickers, with the largest recheck worth. */
async function recountRows(db: Queryable, scope: VarianceScope): Promise<Cell[][]> {
  const options = { measure: "units", limit: RECOUNT_LIMIT } as const;
  const areas = await listAreasToRecount(db, scope, options);
  const stickers = scope.source !== "current" ? [] : await listStickersToRecheck(db, scope, options);
  return [...areas.map(areaCells), ...stickers.map(stickerCells)];
}

const areaCells = ({ area, counted, expected, difference, worth }: AreaVariance): Cell[] => [
  "Area",
  area.name,
  null,
  null,
  null,
  null,
  counted,
  expected,
  difference,
  worth.units,
  worth.value,
];
