import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { capturePhoto, hasTorch, openCamera, setTorch, stopCamera } from "./camera.ts";

type CameraState =
  | { is: "starting" }
  | { is: "live"; stream: MediaStream }
  /** `reason` is a sentence for the user. */
  | { is: "absent"; reason: string };

const STARTING: CameraState = { is: "starting" };

export type Camera = {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
  capture: () => Promise<Blob>;
  /** Null if the camera has none. */
  torch: { isOn: boolean; toggle: () => void } | null;
  restart: () => void;
};

/** The camera while the page is visible: phones end the camera, and its torch, of hidden pages. */
export function useCamera(isEnabled: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const { state, restart } = useCameraStream(isEnabled);
  const stream = state.is === "live" ? state.stream : null;
  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return undefined;
    element.srcObject = stream;
    // Rejected only if the page is left in the meantime.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  const capture = async (): Promise<Blob> => {
    if (!video.current) throw new Error("The camera is not ready yet.");
    return capturePhoto(video.current);
  };
  return { state, video, capture, restart, torch: useTorch(stream) };
}

/** Opens the camera, and again after `restart` or when the page is shown after the phone has ended it. */
function useCameraStream(isEnabled: boolean): { state: CameraState; restart: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<{ attempt: number; state: CameraState } | null>(null);
  const state = opened?.attempt === attempt ? opened.state : STARTING;
  const restart = useCallback(() => setAttempt((now) => now + 1), []);

  useEffect(() => {
    if (!isEnabled) return undefined;
    let isOver = false;
    let stream: MediaStream | null = null;
    const show = (now: CameraState): void => setOpened({ attempt, state: now });
    const open = async (): Promise<void> => {
      try {
        stream = await openCamera();
        if (isOver) return stopCamera(stream);
        for (const track of stream.getTracks()) track.addEventListener("ended", restart);
        show({ is: "live", stream });
      } catch (error) {
        if (!isOver) show({ is: "absent", reason: error instanceof Error ? error.message : String(error) });
      }
    };
    void open();
    return () => {
      isOver = true;
      if (stream) stopCamera(stream);
    };
  }, [isEnabled, attempt, restart]);

  useEffect(() => {
    const onVisible = (): void => {
      const [track] = state.is === "live" ? state.stream.getVideoTracks() : [];
      if (document.visibilityState === "visible" && track?.readyState === "ended") restart();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [state, restart]);
  return { state, restart };
}

function useTorch(stream: MediaStream | null): Camera["torch"] {
  const [litStream, setLitStream] = useState<MediaStream | null>(null);
  if (!stream || !hasTorch(stream)) return null;
  const isOn = litStream === stream;
  const toggle = (): void => {
    void setTorch(stream, !isOn).then(
      () => setLitStream(isOn ? null : stream),
      () => undefined,
    );
  };
  return { isOn, toggle };
}
