import { createHmac, timingSafeEqual } from "node:crypto";
import { getPhoto } from "#shared/features/photos/contract.ts";
import { fillPath } from "#shared/http/endpoint.ts";
import type { Deps } from "#server/deps.ts";

/** Minimum lifetime of a link in seconds. */
const LIFE = 3600;
/**
 * Expiry times are rounded up to a multiple of this many seconds: for ten minutes a photo has the same link, so that browsers cache it
 * once.
 */
const ALIGN = 600;
/** Maximum cached links. A page of listings has dozens of photos, and a signature costs more than reading its row. */
const MOST_AT_HAND = 20_000;

/** Cached links made with this secret and expiry; they are the same for all users. */
let atHand = { secret: "", expires: "", links: new Map<string, string>() };

/**
 * The signed link of a photo, valid for 60 to 70 minutes.
 * @param now milliseconds since 1970
 */
export function photoLink(secret: string, path: string, size: PhotoSize, now: number = Date.now()): string {
  const expires = String(Math.ceil((now / 1000 + LIFE) / ALIGN) * ALIGN);
  if (atHand.secret !== secret || atHand.expires !== expires || atHand.links.size >= MOST_AT_HAND)
    atHand = { secret, expires, links: new Map() };
  const key = `${size} ${path}`;
  const known = atHand.links.get(key);
  if (known !== undefined) return known;
  const link = makeLink(secret, path, size, expires);
  atHand.links.set(key, link);
  return link;
}

function makeLink(secret: string, path: string, size: PhotoSize, expires: string): string {
  const [folder = "", owner = "", name = ""] = path.split("/");
  const query = new URLSearchParams({ expires, signature: sign(secret, path, size, expires) });
  if (size === "thumb") query.set("size", size);
  return `${fillPath(getPhoto.path, { folder, owner, name })}?${query.toString()}`;
}

export interface GivenLink {
  path: string;
  size: PhotoSize;
  /** As written in the link: another spelling of the same number is a different link. */
  expires: string;
  signature: string;
}

export type LinkVerdict = { state: "good"; secondsLeft: number } | { state: "forged" } | { state: "expired" };

/**
 * @param secrets any of them may have signed the link
 * @param now milliseconds since 1970
 */
export function checkPhotoLink(
  secrets: readonly string[],
  parts: GivenLink,
  now: number = Date.now(),
): LinkVerdict {
  const signature = Buffer.from(parts.signature);
  const isOurs = secrets.some((secret) => {
    // Compares the texts instead of the decoded bytes, because two base64url texts can encode the same bytes.
    const expected = Buffer.from(sign(secret, parts.path, parts.size, parts.expires));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isOurs) return { state: "forged" };
  const secondsLeft = Math.floor(Number(parts.expires) - now / 1000);
  return secondsLeft > 0 ? { state: "good", secondsLeft } : { state: "expired" };
}

function sign(secret: string, path: string, size: PhotoSize, expires: string): string {
  const key = createHmac("sha256", secret).update("looby/photo-links/1").digest();
  return createHmac("sha256", key).update(`${path}\n${size}\n${expires}`).digest("base64url");
}

interface PhotoView {
  path: string;
  url: string;
  thumbUrl: string;
}

/** A stored photo's path with new signed links. Use it only for people who may see the photo, because the links grant access. */
export function photoView(deps: Pick<Deps, "secret">, path: string): PhotoView {
  return {
    path,
    url: photoLink(deps.secret, path, "full"),
    thumbUrl: photoLink(deps.secret, path, "thumb"),
  };
}

export type PhotoSize = "full" | "thumb";

/** Storage key of a size of the photo. */
export function storageKeyOf(path: string, size: PhotoSize): string {
  return size === "full" ? path : path.replace(/\.webp$/, ".thumb.webp");
}
