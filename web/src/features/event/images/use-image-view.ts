import { useState } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { storeImageView, storedImageView } from "../../../shared/session/storage.ts";

const IMAGE_VIEWS = ["list", "gallery"] as const;
export type ImageView = (typeof IMAGE_VIEWS)[number];

/** The view of images that this user has chosen in this browser, list or gallery. The default is the gallery on touch screens, else the list. */
export function useImageView(): [view: ImageView, choose: (view: ImageView) => void] {
  const { sid } = useAuthUser();
  const isCoarse = useMedia("(pointer: coarse)");
  const [chosen, setChosen] = useState(() => IMAGE_VIEWS.find((view) => view === storedImageView(sid)));
  const choose = (view: ImageView): void => {
    setChosen(view);
    storeImageView(sid, view);
  };
  return [chosen ?? (isCoarse ? "gallery" : "list"), choose];
}
