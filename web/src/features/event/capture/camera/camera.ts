/** The device's camera, as far as the browser lends it. */

/** A photo is never too large for reading small digits; what the camera cannot do it leaves out. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 3072 } },
};
const JPEG_QUALITY = 0.92;
/** Some cameras never answer; then the picture that is shown is the photo. */
const TAKE_PHOTO_MS = 4000;

/** @throws with a sentence for a person that says why there is none */
export async function openCamera(): Promise<MediaStream> {
  // Absent on plain HTTP, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new Error("The browser lends the camera to pages over HTTPS only.");
  try {
    return await devices.getUserMedia(WANTED);
  } catch (error) {
    throw new Error(WHY_NOT[error instanceof Error ? error.name : ""] ?? "The camera did not start.", { cause: error });
  }
}

const WHY_NOT: Readonly<Record<string, string>> = {
  NotAllowedError: "The browser was not allowed to use the camera. Allow it in the settings of this page.",
  NotFoundError: "This device has no camera that the browser can use.",
  NotReadableError: "Another app is using the camera. Close it and try again.",
};

/** Not in every browser, nor in the types of all. */
type StillCamera = {
  takePhoto(settings?: { imageWidth: number }): Promise<Blob>;
  getPhotoCapabilities(): Promise<{ imageWidth?: { max: number } }>;
};
type StillCameraMaker = new (track: MediaStreamTrack) => StillCamera;

/** A photo as the camera makes it, else the frame that is shown; JPEG either way. */
export async function capturePhoto(video: HTMLVideoElement): Promise<Blob> {
  const still = await takeStill(video).catch(() => null);
  return still ?? frameOf(video);
}

/** Cameras that make no JPEG by themselves, or do not answer, are not asked again. */
const frameOnly = new WeakSet<MediaStreamTrack>();

async function takeStill(video: HTMLVideoElement): Promise<Blob | null> {
  const maker: unknown = Reflect.get(globalThis, "ImageCapture");
  const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : [];
  if (typeof maker !== "function" || !track || frameOnly.has(track)) return null;
  const camera = new (maker as StillCameraMaker)(track); // the browser's own
  const shot = async (): Promise<Blob> => {
    const width = (await camera.getPhotoCapabilities()).imageWidth?.max;
    return camera.takePhoto(width ? { imageWidth: width } : undefined);
  };
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(resolve, TAKE_PHOTO_MS, null);
  });
  frameOnly.add(track);
  const still = await Promise.race([shot(), tooLate]);
  if (still?.type !== "image/jpeg") return null;
  frameOnly.delete(track);
  return still;
}

async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The camera gave no picture. Take the photo again."))),
      "image/jpeg",
      JPEG_QUALITY,
    );
  });
}

/** Whether it has a light; browsers that know of none do not say. */
export const hasTorch = (stream: MediaStream): boolean =>
  stream.getVideoTracks().some((track) => "torch" in (track.getCapabilities?.() ?? {}));

export async function setTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  // `torch` is not in the types yet.
  const constraints = { advanced: [{ torch: isOn }] } as unknown as MediaTrackConstraints;
  await Promise.all(stream.getVideoTracks().map((track) => track.applyConstraints(constraints)));
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
