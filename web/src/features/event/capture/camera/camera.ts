/** Access to the device's camera through the browser. */

/** As many pixels as the camera has: small digits need them. The camera ignores what it cannot do. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 3072 } },
};
const JPEG_QUALITY = 0.92;
/** Some cameras never answer; then the current video frame is the photo. */
const TAKE_PHOTO_TIMEOUT_MS = 4000;

/** @throws with a sentence for the user that says why there is no camera */
export async function openCamera(): Promise<MediaStream> {
  // Undefined on plain HTTP, against its type.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new Error("Browsers allow the camera only on pages with HTTPS.");
  try {
    return await devices.getUserMedia(CONSTRAINTS);
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new Error(ERROR_TEXT[name] ?? "The camera did not start.", { cause: error });
  }
}

const ERROR_TEXT: Readonly<Record<string, string>> = {
  NotAllowedError: "The browser was not allowed to use the camera. Allow it in the settings of this page.",
  NotFoundError: "This device has no camera that the browser can use.",
  NotReadableError: "Another app is using the camera. Close it and try again.",
};

/** `ImageCapture`: not in every browser, and not in the type declarations. */
type StillCamera = {
  takePhoto(settings?: { imageWidth: number }): Promise<Blob>;
  getPhotoCapabilities(): Promise<{ imageWidth?: { max: number } }>;
};
type StillCameraConstructor = new (track: MediaStreamTrack) => StillCamera;

/** The camera's own still photo if it is a JPEG, otherwise the current video frame as a JPEG. */
export async function capturePhoto(video: HTMLVideoElement): Promise<Blob> {
  const still = await captureStill(video).catch(() => null);
  return still ?? captureFrame(video);
}

/** Cameras that do not answer, or not with a JPEG, are not asked again. */
const tracksWithoutStills = new WeakSet<MediaStreamTrack>();

async function captureStill(video: HTMLVideoElement): Promise<Blob | null> {
  const constructor: unknown = Reflect.get(globalThis, "ImageCapture");
  const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : [];
  if (typeof constructor !== "function" || !track || tracksWithoutStills.has(track)) return null;
  const camera = new (constructor as StillCameraConstructor)(track); // the browser's own
  const take = async (): Promise<Blob> => {
    const width = (await camera.getPhotoCapabilities()).imageWidth?.max;
    return camera.takePhoto(width ? { imageWidth: width } : undefined);
  };
  const timeout = new Promise<null>((resolve) => {
    setTimeout(resolve, TAKE_PHOTO_TIMEOUT_MS, null);
  });
  tracksWithoutStills.add(track);
  const still = await Promise.race([take(), timeout]);
  if (still?.type !== "image/jpeg") return null;
  tracksWithoutStills.delete(track);
  return still;
}

async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The camera returned no image. Take the photo again."))),
      "image/jpeg",
      JPEG_QUALITY,
    );
  });
}

/** False in browsers that do not report a torch. */
export const hasTorch = (stream: MediaStream): boolean =>
  stream.getVideoTracks().some((track) => "torch" in (track.getCapabilities?.() ?? {}));

export async function setTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  // `torch` is not in the type declarations.
  const constraints = { advanced: [{ torch: isOn }] } as unknown as MediaTrackConstraints;
  await Promise.all(stream.getVideoTracks().map((track) => track.applyConstraints(constraints)));
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
