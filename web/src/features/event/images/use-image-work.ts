import { useState } from "react";
import { type BulkProgress, useBulk } from "./bulk/use-bulk.ts";
import type { OfferedVerb } from "./bulk/words.ts";

type ImageWork = {
  /** Of one image or many. Detecting first asks for a model: see `toDetect`. */
  run: (verb: OfferedVerb, sids: readonly string[]) => void;
  progress: BulkProgress | null;
  /** What a model is being chosen for; null: none is asked for. */
  toDetect: readonly string[] | null;
  detect: (modelSid: string) => void;
  closeDetect: () => void;
};

const imagesOf = (sids: readonly string[]): { sid: string }[] => sids.map((sid) => ({ sid }));

/** Everything that is done to images from their list: to the one of a row, or to the selected ones. */
export function useImageWork(onDone: (sids: readonly string[]) => void): ImageWork {
  const [toDetect, setToDetect] = useState<readonly string[] | null>(null);
  const bulk = useBulk(onDone);
  return {
    progress: bulk.progress,
    toDetect,
    run: (verb, sids) => {
      if (verb === "detect") setToDetect(sids);
      else bulk.run({ verb, images: imagesOf(sids) });
    },
    detect: (modelSid) => {
      if (toDetect) bulk.run({ verb: "detect", images: imagesOf(toDetect), modelSid });
      setToDetect(null);
    },
    closeDetect: () => setToDetect(null),
  };
}
