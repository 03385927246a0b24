import { publicProcedure, router } from "./gate.ts";
import { versionOf } from "../config/version.ts";

export const metaRouter = router({
  version: publicProcedure.query(({ ctx }) => versionOf(ctx.config)),
});
