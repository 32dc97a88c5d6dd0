import { getPhoto } from "#shared/features/photos/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { send } from "#web/lib/server/api-client.ts";
import { keepThumbs, storeThumb } from "#web/offline/copy/local-copy.ts";
import { photoOfLink } from "#web/offline/outbox/confirm-photo-link.ts";

/** Maximum photos a phone stores a small copy of: the first photo of each of the newest listings. */
export const MOST_THUMBS = 100;
/** In bytes. */
export const MAX_THUMB_BYTES = 8000;
/** Widths in pixels, from the largest, until a photo is small enough. */
const WIDTHS = [240, 160, 96];
const QUALITY = 0.6;

/**
 * Stores a small copy of the first photo of the newest listings, one after the other, and deletes those of listings that are gone.
 * @param listings newest first
 * @throws ApiError the rest is fetched next time
 */
export async function renewThumbs(
  userId: string,
  listings: readonly Resource[],
  signal: AbortSignal,
): Promise<void> {
  const photos = listings.flatMap((listing) => listing.photos.gallery.slice(0, 1)).slice(0, MOST_THUMBS);
  const stored = await keepThumbs(new Set(photos.map(({ path }) => path)));
  for (const { path, thumbUrl } of photos.filter((photo) => !stored.has(photo.path))) {
    signal.throwIfAborted();
    const response = await send(getPhoto, photoOfLink(thumbUrl), { signal });
    const picture = response.ok ? await makeSmall(await response.blob()) : null;
    if (picture !== null) await storeThumb(userId, path, picture);
  }
}

/** A photo in at most `MAX_THUMB_BYTES`; null when this browser cannot make it that small. */
async function makeSmall(photo: Blob): Promise<Blob | null> {
  if (photo.size <= MAX_THUMB_BYTES) return photo;
  try {
    const picture = await createImageBitmap(photo);
    for (const width of WIDTHS) {
      const canvas = new OffscreenCanvas(
        width,
        Math.max(1, Math.round((width * picture.height) / picture.width)),
      );
      canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const small = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
      if (small.size <= MAX_THUMB_BYTES) return small;
    }
  } catch {
    // This browser cannot read or write the picture.
  }
  return null;
}
