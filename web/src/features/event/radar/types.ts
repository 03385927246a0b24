import type { RouterOutputs } from "../../../shared/api/trpc.ts";

export type ShownFinding = RouterOutputs["radar"]["fetchFindings"]["findings"][number];
export type RadarSummary = RouterOutputs["radar"]["fetchSummary"];
