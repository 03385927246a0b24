import { areaRouter } from "./features/area/router.ts";
import { auditRouter } from "./features/audit/router.ts";
import { breadcrumbRouter } from "./features/breadcrumb/router.ts";
import { groupRouter } from "./features/group/router.ts";
import { homeRouter } from "./features/home/router.ts";
import { imageRouter } from "./features/image/router.ts";
import { imageDetectionRouter } from "./features/image-detection/router.ts";
import { liveRouter } from "./features/live/router.ts";
import { metaRouter } from "./features/meta/router.ts";
import { modelRouter } from "./features/model/router.ts";
import { pageRouter } from "./features/page/router.ts";
import { projectRouter } from "./features/project/router.ts";
import { statusRouter } from "./features/status/router.ts";
import { taskRouter } from "./features/task/router.ts";
import { tokenRouter } from "./features/token/router.ts";
import { userRouter } from "./features/user/router.ts";
import { router } from "./trpc/gate.ts";

/** Every procedure there is, by feature. */
export const appRouter = router({
  area: areaRouter,
  audit: auditRouter,
  breadcrumb: breadcrumbRouter,
  group: groupRouter,
  home: homeRouter,
  image: imageRouter,
  imageDetection: imageDetectionRouter,
  live: liveRouter,
  meta: metaRouter,
  model: modelRouter,
  page: pageRouter,
  project: projectRouter,
  status: statusRouter,
  task: taskRouter,
  token: tokenRouter,
  user: userRouter,
});
export type AppRouter = typeof appRouter;
