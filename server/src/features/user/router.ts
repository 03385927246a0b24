import { procedure, publicProcedure, router } from "../../trpc/gate.ts";
import { login, loginInput } from "./login.ts";
import { logout } from "./logout.ts";

export const userRouter = router({
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => login(ctx, input)),
  logout: publicProcedure.mutation(({ ctx }) => logout(ctx)),
  getAuthUser: procedure("signed-in").query(({ ctx }) => ctx.session.user),
});
