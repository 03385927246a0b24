import type { RouterOutputs } from "../../../shared/api/trpc.ts";

export type ShownCheck = RouterOutputs["blindCount"]["takeChecks"]["checks"][number];
export type ThirdLook = RouterOutputs["blindCount"]["fetchThirdLooks"][number];
export type BlindCount = NonNullable<RouterOutputs["blindCount"]["getBlindCount"]>;
