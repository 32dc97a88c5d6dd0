import type jsQR from "jsqr";

/** Milliseconds between two reads, so that the phone does not heat up. */
const PAUSE_MS = 150;

interface Watch {
  /** The camera delivers an image. */
  onOpen: () => void;
  /** Called with a code's text, repeatedly for the same code. */
  onText: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Shows the camera's image and reads QR codes until the signal aborts.
 * @returns the reason why the camera cannot be used, as a sentence; null when it was aborted
 */
export async function watchQr(
  video: HTMLVideoElement,
  { onOpen, onText, signal }: Watch,
): Promise<string | null> {
  let stream: MediaStream | null = null;
  try {
    stream = await openCamera();
    if (signal.aborted) return null;
    video.srcObject = stream;
    const [read] = await Promise.all([openQrReader(), video.play()]);
    if (signal.aborted) return null;
    onOpen();
    while (!isOver(signal)) {
      const text = await read(video).catch(() => null);
      if (text !== null && !isOver(signal)) onText(text);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } catch (error) {
    return isOver(signal) ? null : reasonOf(error);
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}

async function openCamera(): Promise<MediaStream> {
  // Undefined without https, despite the types.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new DOMException("", "SecurityError");
  return await devices.getUserMedia({ audio: false, video: { facingMode: "environment" } });
}

/** A function, because the value changes during an await. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

function reasonOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
      return "This page may not use the camera. Allow it in the browser's settings for this page, or type the code.";
    case "NotFoundError":
    case "OverconstrainedError":
      return "This device has no camera. Please type the code.";
    case "NotReadableError":
      return "Another app is using the camera. Close it and try again, or type the code.";
    case "SecurityError":
      return "Browsers show the camera only to pages on https, and this one is not. Please type the code, or scan with your phone's own camera.";
    default:
      return "The camera could not be opened. Please type the code.";
  }
}

/** Longer side of the searched image in pixels: enough for a code that fills a third of it. */
const SIDE = 640;

/** Reads the QR code in an image; null when there is none. */
type QrReader = (picture: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

/** Opens the browser's own reader, or loads one. @throws when it cannot be loaded */
async function openQrReader(): Promise<QrReader> {
  const detector = await ownDetector();
  if (detector !== null) return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
  const { default: read } = await import("jsqr");
  return paintingReader(read);
}

async function ownDetector(): Promise<Detector | null> {
  // Not in our type libraries, and not in every browser.
  const found = Reflect.get(globalThis, "BarcodeDetector") as
    | ((new (options: { formats: string[] }) => Detector) & { getSupportedFormats(): Promise<string[]> })
    | undefined;
  try {
    if (found === undefined || !(await found.getSupportedFormats()).includes("qr_code")) return null;
    return new found({ formats: ["qr_code"] });
  } catch {
    return null;
  }
}

function paintingReader(read: typeof jsQR): QrReader {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (picture) => {
    const scale = Math.min(1, SIDE / Math.max(picture.videoWidth, picture.videoHeight, 1));
    const [width, height] = [picture.videoWidth, picture.videoHeight].map((side) => Math.round(side * scale));
    if (context === null || !width || !height) return null;
    canvas.width = width;
    canvas.height = height;
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return read(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
  };
}
