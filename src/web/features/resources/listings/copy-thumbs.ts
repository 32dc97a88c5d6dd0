import { getPhoto } from "#shared/features/photos/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { send } from "#web/lib/server/api-client.ts";
import { ApiError, isPassing } from "#web/lib/server/api-error.ts";
import { forgetThumbsExcept, storeThumb } from "#web/offline/copy/local-copy.ts";
import { photoOfLink } from "#web/offline/outbox/confirm-photo-link.ts";
import { isFull } from "#web/offline/write-within-quota.ts";

/** Maximum photos of which a phone stores a small copy: the first photo of each of the newest listings. */
export const MOST_THUMBS = 100;
/** In bytes. */
export const MAX_THUMB_BYTES = 8000;
/** Widths in pixels, tried from the largest until a photo is small enough. */
const WIDTHS = [240, 160, 96];
const QUALITY = 0.6;

/**
 * Stores a small copy of the first photo of the newest listings, one after the other, and deletes the copies of deleted listings. Skips a
 * photo that the server refuses or this browser cannot read or store.
 * @param listings newest first, just fetched, because the links of their photos expire
 * @throws ApiError when the server cannot be reached; the next refresh fetches the rest
 * @throws DOMException when the signal is aborted, or the device has no room for more
 */
export async function renewThumbs(
  userId: string,
  listings: readonly Resource[],
  signal: AbortSignal,
): Promise<void> {
  const photos = listings.flatMap((listing) => listing.photos.gallery.slice(0, 1)).slice(0, MOST_THUMBS);
  const stored = await forgetThumbsExcept(new Set(photos.map(({ path }) => path)));
  for (const { path, thumbUrl } of photos.filter((photo) => !stored.has(photo.path))) {
    signal.throwIfAborted();
    try {
      const response = await send(getPhoto, photoOfLink(thumbUrl), { signal });
      const thumb = await makeSmall(await response.blob());
      await storeThumb(userId, path, thumb).catch(orSkip);
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
    }
  }
}

/** A browser that does not store one photo may still store the others. A full device has no room for them. */
function orSkip(error: unknown): void {
  if (isFull(error)) throw error;
}

/** A photo in at most `MAX_THUMB_BYTES`; empty when this browser cannot scale it down that far, so that it is not fetched again. */
async function makeSmall(photo: Blob): Promise<Blob> {
  if (photo.size <= MAX_THUMB_BYTES) return photo;
  const picture = await openPicture(photo);
  if (picture === null) return new Blob();
  for (const width of WIDTHS) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.max(1, Math.round((width * picture.height) / picture.width));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // JPEG, because Safari writes no WebP. A stored photo has no transparent parts worth preserving.
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (small !== null && small.size <= MAX_THUMB_BYTES) return small;
  }
  return new Blob();
}

/** Null when this browser cannot read it. */
async function openPicture(photo: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(photo);
  } catch {
    return null;
  }
}
