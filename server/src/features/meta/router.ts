import { publicProcedure, router } from "../../trpc/gate.ts";
import { versionOf } from "./version.ts";

export const metaRouter = router({
  version: publicProcedure.query(({ ctx }) => versionOf(ctx.config)),
});
