import type { Orientation, ReportRow, ReportRowSort, Rotation, ShownReportRow, ValueOrigin } from "@precount/domain";
import { type Rect, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { imageVersion, uprightSize } from "../images/contents-url.ts";
import { images } from "../schema/images.ts";
import { items } from "../schema/items.ts";
import { reportImages, reportRows } from "../schema/reports.ts";
import { users } from "../schema/users.ts";
import { type ReportScope, type RowFilter, joinItems, orderRows, rowUnits, whereRows } from "./row-filter.ts";

export type RowTotals = { rows: number; quantity: number };

async function readRowTotals(
  db: Queryable,
  { reportSid, versionSid }: ReportScope,
  filter: RowFilter,
): Promise<RowTotals> {
  const { rows } = await db.execute<RowTotals>(sql`
    select count(*)::int as rows, coalesce(sum(${rowUnits}), 0)::float8 as quantity
    from ${reportRows} ${joinItems(versionSid)} where ${whereRows(reportSid, filter)}`);
  return rows[0] ?? { rows: 0, quantity: 0 };
}

type ImageFacts = {
  sid: string;
  name: string;
  sha256: string;
  orientation: Orientation;
  rotation: Rotation;
  rawWidth: number;
  rawHeight: number;
};

type StoredRow = ReportRow & {
  position: number;
  description: string | null;
  resultIndex: number;
  rect: Rect;
  origin: ValueOrigin;
  image: ImageFacts | null;
  version: string;
  approvedAt: Date;
  approvedBy: string;
};

const IMAGE = sql`json_build_object('sid', ${images.sid}, 'name', ${images.name}, 'sha256', ${images.sha256},
  'orientation', ${images.orientation}, 'rotation', ${images.rotation}, 'rawWidth', ${images.rawWidth}, 'rawHeight', ${images.rawHeight})`;

/** Makes the URL of an image's contents: users and visitors with a link have different routes. */
type ImageUrl = (image: ImageFacts) => string;

export type RowQuery = RowFilter & { sort?: ReportRowSort | undefined; page: number; pageSize: number };

/** One page of the rows with their evidence. The page is one range of the primary key if there is no filter and no sort order. */
export async function listShownRows(
  db: Queryable,
  scope: ReportScope & { totals: RowTotals; urlOf: ImageUrl },
  { page, pageSize, sort, ...filter }: RowQuery,
): Promise<{ items: ShownReportRow[]; total: number; page: number; quantity: number }> {
  const hasFilter = Object.values(filter).some((value) => value !== undefined && value !== "");
  const totals = hasFilter ? await readRowTotals(db, scope, filter) : scope.totals;
  const shown = clampPage(page, pageSize, totals.rows);
  const offset = (shown - 1) * pageSize;
  const range =
    !hasFilter && sort === undefined
      ? sql`and ${reportRows.position} between ${offset + 1} and ${offset + pageSize}`
      : sql`order by ${orderRows(sort)} limit ${pageSize} offset ${offset}`;
  const { rows } = await db.execute<StoredRow>(sql`
    select page.*, case when ${images.sid} is not null then ${IMAGE} end as image, ${reportImages.version} as version,
      ${reportImages.approvedAt} as "approvedAt", ${users.name} as "approvedBy"
    from (select ${reportRows.position} as position, ${reportRows.areaCode} as "areaCode", ${reportRows.bayCode} as "bayCode",
        ${reportRows.shelfCode} as "shelfCode", ${reportRows.code} as code, ${reportRows.quantity} as quantity,
        ${reportRows.imageSid} as image_sid, ${reportRows.resultIndex} as "resultIndex", ${reportRows.rect} as rect,
        ${reportRows.origin} as origin, ${items.description} as description,
        row_number() over (order by ${orderRows(sort)}) as place
      from ${reportRows} ${joinItems(scope.versionSid)} where ${whereRows(scope.reportSid, filter)} ${range}) page
    left join ${reportImages} on ${reportImages.reportSid} = ${scope.reportSid} and ${reportImages.imageSid} = page.image_sid
    left join ${images} on ${images.sid} = ${reportImages.imageSid}
    left join ${users} on ${users.sid} = ${reportImages.approvedBy}
    order by page.place`);
  return {
    items: rows.map((row) => toShownRow(row, scope.urlOf)),
    total: totals.rows,
    page: shown,
    quantity: totals.quantity,
  };
}

function toShownRow(row: StoredRow, urlOf: ImageUrl): ShownReportRow {
  const { position, areaCode, bayCode, shelfCode, code, quantity, description, image } = row;
  const fields = { position, areaCode, bayCode, shelfCode, code, quantity, description };
  if (image === null) return { ...fields, evidence: null };
  return {
    ...fields,
    evidence: {
      image: { sid: image.sid, name: image.name, src: urlOf(image), ...uprightSize(image) },
      index: row.resultIndex,
      rect: row.rect,
      origin: row.origin,
      isRotated: imageVersion(image) !== row.version,
      approvedBy: row.approvedBy,
      approvedAt: new Date(row.approvedAt).toISOString(),
    },
  };
}
