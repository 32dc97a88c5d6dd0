import { getPhoto, photoPath, uploadPhoto } from "#shared/features/photos/contract.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { type Call, preparedRoute, type Route, route } from "#server/http/route.ts";
import { checkPhotoLink, photoLink, type PhotoSize, storageKeyOf } from "./signed-link.ts";
import { markStored } from "./repository.ts";
import { storePhoto } from "./store-photo.ts";
import { type PhotoStorage, STORED_TYPE } from "#server/platform/storage/photo-storage.ts";
import { keyRing } from "#server/config/secret.ts";

const HOUR = 60 * 60 * 1000;

const upload = preparedRoute(
  uploadPhoto,
  { who: "user", limits: [{ by: "account", max: 120, windowMs: HOUR }] },
  {
    async prepare({ actor, body, deps }) {
      const bytes = new Uint8Array(await body.file.arrayBuffer());
      return await storePhoto(deps, actor.userId, { purpose: body.purpose, bytes });
    },
    async handle({ actor, deps, db, prepared: { path, size } }) {
      const isMarked = await markStored(db, path);
      if (!isMarked) throw new AppError("upstream-failed", "Failed to upload image. Please try again.");
      const url = photoLink(deps.secret, path, "full");
      return { url, path, size, type: STORED_TYPE, userId: actor.userId };
    },
  },
);

// The link grants access: all users who may see the object with the photo were given one, so no session is required.
const read = route(getPhoto, { who: "anyone" }, readPhoto);

export const photoRoutes: Route[] = [upload, read];

async function readPhoto(call: Call<typeof getPhoto, { who: "anyone" }>): Promise<Response> {
  const { params, query, deps, request } = call;
  const path = `${params.folder}/${params.owner}/${params.name}`;
  const size = query.size ?? "full";
  const link = checkPhotoLink(keyRing(deps), {
    path,
    size,
    expires: query.expires,
    signature: query.signature,
  });
  if (link.state === "forged" || !photoPath.safeParse(path).success) throw notFound("This photo");
  if (link.state === "expired") {
    throw new AppError("gone", "The link to this photo has expired. Please reload for a new one.");
  }
  const key = storageKeyOf(path, size);
  const etag = etagOf(path, size);
  const headers = photoHeaders(etag, link.secondsLeft);
  if (names(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const isHead = request.method === "HEAD";
  const photo = isHead ? await headOf(deps.storage, key) : await deps.storage.get(key);
  if (photo === null) throw notFound("This photo");
  headers["content-length"] = String(photo.size);
  return new Response(photo.body, { headers });
}

async function headOf(storage: PhotoStorage, key: string): Promise<{ body: null; size: number } | null> {
  const head = await storage.head(key);
  return head === null ? null : { body: null, size: head.size };
}

/** @param secondsLeft until the link expires; the browser may cache the photo until then */
function photoHeaders(etag: string, secondsLeft: number): Record<string, string> {
  return {
    "content-type": STORED_TYPE,
    "cache-control": `private, max-age=${secondsLeft}, immutable`,
    etag,
    "x-content-type-options": "nosniff",
    // A picture opened by itself may not load or run anything.
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  };
}

/** The content of a storage key never changes, so the key serves as the hash. */
function etagOf(path: string, size: PhotoSize): string {
  return `"${path.slice(path.lastIndexOf("/") + 1, -".webp".length)}-${size}"`;
}

function names(ifNoneMatch: string | null, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
