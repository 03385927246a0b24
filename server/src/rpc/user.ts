import { authUserSchema } from "@precount/domain";
import { listUsers } from "../db/users.ts";
import { procedure, publicProcedure, router } from "./gate.ts";
import {
  blockUser,
  byUser,
  renameUser,
  renameUserInput,
  setRole,
  setRoleInput,
  unblockUser,
} from "../operations/user/change-account.ts";
import { createUser, createUserInput } from "../operations/user/create-user.ts";
import { loginInput } from "../operations/user/login.ts";
import { forgetWorkAccount, msLoginInput, signInOptions } from "../operations/user/ms-login.ts";
import { makeSetPasswordLink } from "../operations/user/password-links.ts";
import { changeOwnPassword, changeOwnPasswordInput, resetPasswordInput } from "../operations/user/passwords.ts";
import {
  bySession,
  endOtherSessions,
  endOwnSession,
  endUserSessions,
  endUserSessionsInput,
  fetchOwnSessions,
  fetchUserSessions,
} from "../operations/user/sessions.ts";
import { publicOrigin } from "../auth/public-origin.ts";
import { resetFactors } from "../operations/user/reset-factors.ts";
import { passkeyLoginInput, verifySecondFactorInput } from "../operations/user/second-factor.ts";
import { fetchSignInPolicy, setSignInPolicy, signInPolicyInput } from "../operations/user/sign-in-policy.ts";
import {
  beginPasskeyLoginCall,
  loginCall,
  logoutCall,
  msLoginCall,
  msNonceCall,
  passkeyLoginCall,
  resetPasswordCall,
  verifySecondFactorCall,
} from "./sign-in.ts";

export const userRouter = router({
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => loginCall(ctx, input)),
  signInOptions: publicProcedure.query(({ ctx }) => signInOptions(ctx)),
  msNonce: publicProcedure.mutation(({ ctx }) => msNonceCall(ctx)),
  msLogin: publicProcedure.input(msLoginInput).mutation(({ ctx, input }) => msLoginCall(ctx, input)),
  verifySecondFactor: publicProcedure
    .input(verifySecondFactorInput)
    .mutation(({ ctx, input }) => verifySecondFactorCall(ctx, input)),
  beginPasskeyLogin: publicProcedure.mutation(({ ctx }) => beginPasskeyLoginCall(ctx)),
  passkeyLogin: publicProcedure.input(passkeyLoginInput).mutation(({ ctx, input }) => passkeyLoginCall(ctx, input)),
  logout: publicProcedure.mutation(({ ctx }) => logoutCall(ctx)),
  resetPassword: publicProcedure.input(resetPasswordInput).mutation(({ ctx, input }) => resetPasswordCall(ctx, input)),
  getAuthUser: procedure("signed-in").query(({ ctx }) => authUserSchema.parse(ctx.session.user)),

  changeOwnPassword: procedure("own-account")
    .input(changeOwnPasswordInput)
    .mutation(({ ctx, input }) => changeOwnPassword(ctx, input)),
  fetchOwnSessions: procedure("own-account").query(({ ctx }) => fetchOwnSessions(ctx)),
  endOwnSession: procedure("own-account")
    .input(bySession)
    .mutation(({ ctx, input }) => endOwnSession(ctx, input.id)),
  endOtherSessions: procedure("own-account").mutation(({ ctx }) => endOtherSessions(ctx)),

  fetchUsers: procedure("user.list").query(({ ctx }) => listUsers(ctx.db)),
  createUser: procedure("user.create")
    .input(createUserInput)
    .mutation(({ ctx, input }) => createUser(ctx, input, publicOrigin(ctx.request, ctx.config))),
  blockUser: procedure("user.change")
    .input(byUser)
    .mutation(({ ctx, input }) => blockUser(ctx, input.sid)),
  unblockUser: procedure("user.change")
    .input(byUser)
    .mutation(({ ctx, input }) => unblockUser(ctx, input.sid)),
  setRole: procedure("user.change")
    .input(setRoleInput)
    .mutation(({ ctx, input }) => setRole(ctx, input)),
  renameUser: procedure("user.change")
    .input(renameUserInput)
    .mutation(({ ctx, input }) => renameUser(ctx, input)),
  makeSetPasswordLink: procedure("user.change")
    .input(byUser)
    .mutation(({ ctx, input }) => makeSetPasswordLink(ctx, input.sid, publicOrigin(ctx.request, ctx.config))),
  forgetWorkAccount: procedure("user.change")
    .input(byUser)
    .mutation(({ ctx, input }) => forgetWorkAccount(ctx, input.sid)),
  resetFactors: procedure("user.change")
    .input(byUser)
    .mutation(({ ctx, input }) => resetFactors(ctx, input.sid)),
  fetchSignInPolicy: procedure("user.change").query(({ ctx }) => fetchSignInPolicy(ctx)),
  setSignInPolicy: procedure("user.change")
    .input(signInPolicyInput)
    .mutation(({ ctx, input }) => setSignInPolicy(ctx, input)),
  fetchUserSessions: procedure("user.change")
    .input(byUser)
    .query(({ ctx, input }) => fetchUserSessions(ctx, input.sid)),
  endUserSessions: procedure("user.change")
    .input(endUserSessionsInput)
    .mutation(({ ctx, input }) => endUserSessions(ctx, input)),
});
