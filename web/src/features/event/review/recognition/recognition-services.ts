import { type Image, stickerRecognitionFailed } from "@precount/domain";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { UNBATCHED, client } from "../../../../shared/api/trpc.ts";
import type { RecognitionServices } from "./sticker-reader.ts";

type ServerServices = Omit<RecognitionServices, "find" | "fill">;

/**
 * Reads drawn stickers on the server (spec §4).
 * @param modelSid model of the detection that is edited
 * @param showError shows a failed recognition to the user
 */
export const recognitionServices = (
  { sid }: Image,
  modelSid: string,
  showError: (message: string) => void,
): ServerServices => ({
  recognize: (rect, signal) =>
    client.image.recognizeStickerText.mutate({ sid, rect, modelSid }, { signal, ...UNBATCHED }),
  // An error without a code did not come from the server. The save queue asks for the password when signed out.
  isTransient: (error) => [null, "UNAUTHORIZED"].includes(errorCode(error)),
  onError: (error) => showError(stickerRecognitionFailed(errorMessage(error))),
});
