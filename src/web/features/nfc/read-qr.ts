import type jsQR from "jsqr";

/** Longer side of the searched image in pixels: enough for a code that fills a third of it. */
const SIDE = 640;

/** Reads the QR code in an image; null when there is none. */
export type QrReader = (picture: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

/** Opens the browser's own reader, or loads one. @throws when it cannot be loaded */
export async function openQrReader(): Promise<QrReader> {
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
