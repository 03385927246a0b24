import { procedure, router } from "./gate.ts";
import {
  byToken,
  byUser,
  byUserToken,
  createToken,
  createTokenInput,
  fetchTokens,
  fetchUserTokens,
  revokeToken,
  revokeUserToken,
} from "../operations/token/tokens.ts";

export const tokenRouter = router({
  fetchTokens: procedure("own-account").query(({ ctx }) => fetchTokens(ctx)),
  createToken: procedure("own-account")
    .input(createTokenInput)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revokeToken: procedure("own-account")
    .input(byToken)
    .mutation(({ ctx, input }) => revokeToken(ctx, input.id)),
  fetchUserTokens: procedure("user.change")
    .input(byUser)
    .query(({ ctx, input }) => fetchUserTokens(ctx, input.sid)),
  revokeUserToken: procedure("user.change")
    .input(byUserToken)
    .mutation(({ ctx, input }) => revokeUserToken(ctx, input)),
});
