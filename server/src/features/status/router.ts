import { procedure, router } from "../../trpc/gate.ts";
import { getStatus } from "./get-status.ts";

export const statusRouter = router({
  getStatus: procedure("server.see").query(({ ctx }) => getStatus(ctx)),
});
