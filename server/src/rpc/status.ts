import { procedure, router } from "./gate.ts";
import { getStatus } from "../operations/status/get-status.ts";

export const statusRouter = router({
  getStatus: procedure("server.see").query(({ ctx }) => getStatus(ctx)),
});
