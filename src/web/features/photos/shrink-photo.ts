/** Longest side of a sent photo in pixels, which is also the server's maximum. */
const MAX_SIDE = 1600;
const QUALITY = 0.82;

/**
 * Scales a chosen photo down for a weak connection: upright, at most 1600 pixels, without camera metadata. A file that this browser cannot
 * decode is returned unchanged, for the server to validate.
 * @param share of that side, up to 1: 0.5 makes a quarter of the pixels
 */
export async function shrinkPhoto(file: File, share = 1): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    try {
      const blob = await encode(draw(picture, share));
      return new File([blob], file.name, { type: blob.type });
    } finally {
      picture.close();
    }
  } catch {
    return file;
  }
}

function draw(picture: ImageBitmap, share: number): HTMLCanvasElement {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height)) * share;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes as WebP, or where the browser cannot (Safari), as JPEG on white because JPEG has no transparency. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const webp = await toBlob(canvas, "image/webp");
  if (webp.type === "image/webp") return webp;
  const context = contextOf(canvas);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return await toBlob(canvas, "image/jpeg");
}

async function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (blob === null) throw new Error("the picture could not be written");
  return blob;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no more canvas memory");
  return context;
}
