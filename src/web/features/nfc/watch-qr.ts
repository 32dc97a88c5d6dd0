import { openQrReader } from "./read-qr.ts";

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
 * @returns why the camera cannot be used, as a sentence; null when it was aborted
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
  // Missing outside https, despite the types.
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
