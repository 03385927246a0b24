import { areaRouter } from "./area.ts";
import { auditRouter } from "./audit.ts";
import { blindCountRouter } from "./blind-count.ts";
import { breadcrumbRouter } from "./breadcrumb.ts";
import { cropRouter } from "./crop.ts";
import { destinationRouter } from "./destination.ts";
import { duplicateRouter } from "./duplicate.ts";
import { evidenceRouter } from "./evidence.ts";
import { factorRouter } from "./factor.ts";
import { groupRouter } from "./group.ts";
import { historyRouter } from "./history.ts";
import { homeRouter } from "./home.ts";
import { imageRouter } from "./image.ts";
import { imageDetectionRouter } from "./image-detection.ts";
import { itemRouter } from "./item.ts";
import { learningRouter } from "./learning.ts";
import { liveRouter } from "./live.ts";
import { metaRouter } from "./meta.ts";
import { modelRouter } from "./model.ts";
import { pageRouter } from "./page.ts";
import { projectRouter } from "./project.ts";
import { radarRouter } from "./radar.ts";
import { reportRouter } from "./report.ts";
import { sealRouter } from "./seal.ts";
import { searchRouter } from "./search.ts";
import { statusRouter } from "./status.ts";
import { taskRouter } from "./task.ts";
import { tokenRouter } from "./token.ts";
import { userRouter } from "./user.ts";
import { varianceRouter } from "./variance.ts";
import { router } from "./gate.ts";

/** Every procedure there is, by feature. */
export const appRouter = router({
  area: areaRouter,
  audit: auditRouter,
  blindCount: blindCountRouter,
  breadcrumb: breadcrumbRouter,
  crop: cropRouter,
  destination: destinationRouter,
  duplicate: duplicateRouter,
  evidence: evidenceRouter,
  factor: factorRouter,
  group: groupRouter,
  history: historyRouter,
  home: homeRouter,
  image: imageRouter,
  imageDetection: imageDetectionRouter,
  item: itemRouter,
  learning: learningRouter,
  live: liveRouter,
  meta: metaRouter,
  model: modelRouter,
  page: pageRouter,
  project: projectRouter,
  radar: radarRouter,
  report: reportRouter,
  seal: sealRouter,
  search: searchRouter,
  status: statusRouter,
  task: taskRouter,
  token: tokenRouter,
  user: userRouter,
  variance: varianceRouter,
});
export type AppRouter = typeof appRouter;
