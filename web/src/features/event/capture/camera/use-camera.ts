import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { hasTorch, openCamera, setTorch, stopCamera, capturePhoto } from "./camera.ts";

type CameraState =
  | { is: "starting" }
  | { is: "live"; stream: MediaStream }
  /** There is none; `why` is for a person. */
  | { is: "absent"; why: string };

const STARTING: CameraState = { is: "starting" };

export type Camera = {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
  shoot: () => Promise<Blob>;
  /** Null where the camera has no light. */
  torch: { isOn: boolean; toggle: () => void } | null;
  again: () => void;
};

/** The camera while the screen is looked at: a phone takes it away from pages that are not, and its light with it. */
export function useCamera(isWanted: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ round: number; state: CameraState } | null>(null);
  const [lit, setLit] = useState<MediaStream | null>(null);
  const state = found?.round === round ? found.state : STARTING;
  const again = useCallback(() => setRound((now) => now + 1), []);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let stream: MediaStream | null = null;
    const settle = (state: CameraState): void => setFound({ round, state });
    const open = async (): Promise<void> => {
      try {
        stream = await openCamera();
        if (isOver) return stopCamera(stream);
        for (const track of stream.getTracks()) track.addEventListener("ended", again);
        settle({ is: "live", stream });
      } catch (error) {
        if (!isOver) settle({ is: "absent", why: error instanceof Error ? error.message : String(error) });
      }
    };
    void open();
    return () => {
      isOver = true;
      if (stream) stopCamera(stream);
    };
  }, [isWanted, round, again]);

  useEffect(() => {
    const back = (): void => {
      const [track] = state.is === "live" ? state.stream.getVideoTracks() : [];
      if (document.visibilityState === "visible" && track?.readyState === "ended") again();
    };
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [state, again]);

  const stream = state.is === "live" ? state.stream : null;
  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return undefined;
    element.srcObject = stream;
    // Refused only where the page goes meanwhile.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  const shoot = useCallback(async () => {
    if (!video.current) throw new Error("The camera is not ready yet.");
    return capturePhoto(video.current);
  }, []);
  const isLit = stream !== null && lit === stream;
  const toggle = (): void => {
    if (!stream) return;
    void setTorch(stream, !isLit).then(
      () => setLit(isLit ? null : stream),
      () => undefined,
    );
  };
  return { state, video, shoot, again, torch: stream && hasTorch(stream) ? { isOn: isLit, toggle } : null };
}
