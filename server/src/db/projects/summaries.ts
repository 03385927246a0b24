import type { ProjectSummary } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { readAreaFigures } from "./area-figures.ts";
import { type ImageFigures, readImageFigures, readSettledPerMinute } from "./image-figures.ts";
import { NO_IMAGES, toListItem } from "./list-item.ts";
import type { ProjectRow } from "./project-row.ts";
import { listNewestImages } from "./thumbnails.ts";

/** Events with their progress, newest photos and pace. Four statements for any number of events. */
export async function readProjectSummaries(
  db: Queryable,
  rows: readonly ProjectRow[],
  thumbnails: number,
): Promise<ProjectSummary[]> {
  if (rows.length === 0) return [];
  const sids = rows.map(({ sid }) => sid);
  const [images, areas, settled, newest] = await Promise.all([
    readImageFigures(db, sids),
    readAreaFigures(db, sids),
    readSettledPerMinute(db, sids),
    listNewestImages(db, rows, thumbnails),
  ]);
  return rows.map((row) => {
    const figures = images.get(row.sid);
    const { photographed, ...areaCounts } = areas.get(row.sid) ?? NO_AREAS;
    return {
      ...toListItem(row, figures ? listCounts(figures) : NO_IMAGES),
      imagesByStatus: figures?.byStatus ?? NO_STATUS,
      areas: areaCounts,
      doubtful: figures?.doubtful ?? 0,
      thumbnails: newest.get(row.sid) ?? [],
      pace: { settled: settled.get(row.sid) ?? [], photographed },
    };
  });
}

const NO_STATUS = { uploaded: 0, processed: 0, pending: 0, approved: 0, rejected: 0 } as const;
const NO_AREAS = { total: 0, accountedFor: 0, toPhotograph: 0, photographed: [] };

const listCounts = ({ byStatus, stickers, validStickers }: ImageFigures) => ({
  total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
  settled: byStatus.approved + byStatus.rejected,
  stickers,
  validStickers,
});
