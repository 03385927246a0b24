import { areaRouter } from "./area.ts";
import { auditRouter } from "./audit.ts";
import { breadcrumbRouter } from "./breadcrumb.ts";
import { duplicateRouter } from "./duplicate.ts";
import { factorRouter } from "./factor.ts";
import { groupRouter } from "./group.ts";
import { homeRouter } from "./home.ts";
import { imageRouter } from "./image.ts";
import { imageDetectionRouter } from "./image-detection.ts";
import { itemRouter } from "./item.ts";
import { liveRouter } from "./live.ts";
import { metaRouter } from "./meta.ts";
import { modelRouter } from "./model.ts";
import { pageRouter } from "./page.ts";
import { projectRouter } from "./project.ts";
import { radarRouter } from "./radar.ts";
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
  breadcrumb: breadcrumbRouter,
  duplicate: duplicateRouter,
  factor: factorRouter,
  group: groupRouter,
  home: homeRouter,
  image: imageRouter,
  imageDetection: imageDetectionRouter,
  item: itemRouter,
  live: liveRouter,
  meta: metaRouter,
  model: modelRouter,
  page: pageRouter,
  project: projectRouter,
  radar: radarRouter,
  status: statusRouter,
  task: taskRouter,
  token: tokenRouter,
  user: userRouter,
  variance: varianceRouter,
});
export type AppRouter = typeof appRouter;
