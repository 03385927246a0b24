import { createContext } from "react";

type Rejecting = {
  /** The image whose reject dialog is open; null without one. */
  imageSid: string | null;
  setImageSid: (sid: string | null) => void;
};

/** Above the views with and without a detection, so that the reject dialog stays open when a detection arrives. */
export const RejectingContext = createContext<Rejecting>({ imageSid: null, setImageSid: () => undefined });
