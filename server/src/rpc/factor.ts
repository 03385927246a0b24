import { publicOrigin } from "../auth/public-origin.ts";
import { beginConfirmation, confirm, confirmInput } from "../operations/factor/confirm.ts";
import {
  addPasskey,
  addPasskeyInput,
  addTotp,
  addTotpInput,
  beginPasskey,
  beginTotp,
  byFactor,
  fetchFactors,
  makeNewRecoveryCodes,
  removeFactor,
  renameFactor,
  renameFactorInput,
} from "../operations/factor/own-factors.ts";
import type { RpcContext } from "./context.ts";
import { procedure, router } from "./gate.ts";

const partyOf = ({ request, config }: RpcContext) => ({ origin: publicOrigin(request, config) });

export const factorRouter = router({
  fetchFactors: procedure("own-factors").query(({ ctx }) => fetchFactors(ctx)),
  beginTotp: procedure("own-factors").mutation(({ ctx }) => beginTotp(ctx)),
  addTotp: procedure("own-factors")
    .input(addTotpInput)
    .mutation(({ ctx, input }) => addTotp(ctx, input)),
  beginPasskey: procedure("own-factors").mutation(({ ctx }) => beginPasskey(ctx, partyOf(ctx))),
  addPasskey: procedure("own-factors")
    .input(addPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx, input, partyOf(ctx))),
  renameFactor: procedure("own-factors")
    .input(renameFactorInput)
    .mutation(({ ctx, input }) => renameFactor(ctx, input)),
  removeFactor: procedure("own-factors")
    .input(byFactor)
    .mutation(({ ctx, input }) => removeFactor(ctx, input.sid)),
  makeRecoveryCodes: procedure("own-factors").mutation(({ ctx }) => makeNewRecoveryCodes(ctx)),
  beginConfirmation: procedure("own-factors").mutation(({ ctx }) => beginConfirmation(ctx, partyOf(ctx))),
  confirm: procedure("own-factors")
    .input(confirmInput)
    .mutation(({ ctx, input }) => confirm(ctx, input, partyOf(ctx))),
});
