import { type Image, stickerRecognitionFailed } from "@precount/domain";
import { App } from "antd";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { UNBATCHED, client } from "../../../../shared/api/trpc.ts";
import type { Edits } from "../use-edits.ts";
import { Reader, type ReaderHands } from "./reader.ts";
import type { Recognition } from "./recognition-context.ts";

/**
 * Edits whose drawn stickers are read by themselves (spec §4), and what is being read.
 * @param modelSid of the detection that is edited
 */
export function useRecognition(
  given: Edits,
  image: Image,
  modelSid: string,
): { edits: Edits; recognition: Recognition } {
  const { notification } = App.useApp();
  const { put: putOnly, find, fill } = given;
  const imageSid = image.sid;
  const hands = useMemo(
    (): ReaderHands => ({
      recognize: (rect, signal) =>
        client.image.recognizeStickerText.mutate({ sid: imageSid, rect, modelSid }, { signal, ...UNBATCHED }),
      find,
      fill,
      // What has no code of ours did not come from our server; who has to sign in again is asked by the outbox.
      isNotNow: (error) => [null, "UNAUTHORIZED"].includes(errorCode(error)),
      fail: (error) =>
        notification.error({ title: "Error", description: stickerRecognitionFailed(errorMessage(error)) }),
    }),
    [imageSid, modelSid, find, fill, notification],
  );
  const [reader] = useState(() => new Reader(hands));
  useEffect(() => reader.use(hands), [reader, hands]);
  // Whoever goes on to the next photo meanwhile still gets what was read: edits go through the outbox, which stays.
  useEffect(() => {
    addEventListener("online", reader.hurry);
    return () => removeEventListener("online", reader.hurry);
  }, [reader]);
  const put = useCallback<Edits["put"]>(
    (patches) => {
      const puts = putOnly(patches);
      reader.watch(puts);
      return puts;
    },
    [putOnly, reader],
  );
  const readings = useSyncExternalStore(reader.subscribe, reader.readings);
  const recognition = useMemo(
    (): Recognition => ({
      stateAt: (index) => readings.find(({ target }) => find(target)?.index === index)?.state ?? null,
      read: (index) => void reader.read({ of: null, index }),
    }),
    [readings, find, reader],
  );
  return { edits: useMemo(() => ({ ...given, put }), [given, put]), recognition };
}
