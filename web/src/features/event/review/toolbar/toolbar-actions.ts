import { type ViewportControl, zoomBy } from "@precount/annotator/react";
import { type Image, ROTATIONS, type Rotation } from "@precount/domain";
import type { Action } from "../../../../ui/ActionMenu.tsx";
import { ROTATION_TITLES } from "../../../../ui/rotations.ts";
import { reviewKeys } from "../keyboard/review-keys.ts";
import type { ReviewSession } from "../session/review-session.ts";
import type { ToolbarSize } from "./use-toolbar-size.ts";

type Options = {
  size: ToolbarSize;
  image: Image;
  session: ReviewSession;
  control: ViewportControl;
  isPanelOpen: boolean;
  detectReason: string | null;
  rotateReason: string | null;
  rotate: (rotation: Rotation) => void;
  openDetect: () => void;
};

/** The toolbar's menu: what is rarely used, and what a small toolbar has no space for. */
export function menuActions(options: Options): Action[] {
  const { size, image, session, control, isPanelOpen, detectReason, rotateReason, rotate, openDetect } = options;
  const isPhone = size === "phone";
  return [
    ...(size === "wide" ? [] : [downloadAction(image)]),
    ...(isPhone ? [HELP_ACTION] : []),
    KEYS_ACTION,
    { key: "detect", title: "Detect Objects", reason: detectReason, run: openDetect },
    ...(isPhone ? [panelAction(session, isPanelOpen), oneToOneAction(control)] : []),
    ...(isPhone ? rotateActions(image, rotateReason, rotate) : []),
  ];
}

const HELP_ACTION: Action = {
  key: "help",
  title: "Help",
  reason: null,
  run: () => reviewKeys.run("help.panel"),
};
const KEYS_ACTION: Action = { key: "keys", title: "Keys", reason: null, run: () => reviewKeys.run("keys.sheet") };

export const downloadUrl = ({ sid }: Image): string => `/api/images/${sid}/download`;

export const downloadAction = (image: Image): Action => ({
  key: "download",
  title: "Download image",
  reason: null,
  run: () => void window.open(downloadUrl(image), "_blank", "noreferrer"),
});

export const panelTitle = (isOpen: boolean): string => (isOpen ? "Hide the labels' panel" : "Show the labels' panel");

const panelAction = (session: ReviewSession, isOpen: boolean): Action => ({
  key: "panel",
  title: panelTitle(isOpen),
  reason: null,
  run: () => session.setVisibility({ panel: !isOpen }),
});

const oneToOneAction = (control: ViewportControl): Action => ({
  key: "one",
  title: "One to one",
  reason: null,
  run: () => zoomBy(control, "one"),
});

export const rotateActions = (image: Image, reason: string | null, rotate: (rotation: Rotation) => void): Action[] =>
  ROTATIONS.map((rotation) => ({
    key: rotation,
    title: `Rotation: ${ROTATION_TITLES[rotation].toLowerCase()}`,
    reason: reason ?? (rotation === image.rotation ? "This is the current rotation." : null),
    run: () => rotate(rotation),
  }));
