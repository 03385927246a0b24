import type { RouterOutputs } from "../../../shared/api/trpc.ts";

/** Two photos that show the same part of a shelf, and the stickers in both. */
export type PhotoPair = RouterOutputs["duplicate"]["fetchPhotoPairs"]["items"][number];
export type StickerPair = PhotoPair["pairs"][number];
export type PairPhoto = PhotoPair["a"];
