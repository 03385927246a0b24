import { publicProcedure, router } from "./gate.ts";
import { readVersion } from "../config/version.ts";

export const metaRouter = router({
  version: publicProcedure.query(({ ctx }) => readVersion(ctx.config)),
});
