import { metaRouter } from "./features/meta/router.ts";
import { userRouter } from "./features/user/router.ts";
import { router } from "./trpc/gate.ts";

/** Every procedure there is, by feature. */
export const appRouter = router({
  user: userRouter,
  meta: metaRouter,
});
export type AppRouter = typeof appRouter;
