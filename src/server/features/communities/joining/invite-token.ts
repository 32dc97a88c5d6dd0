import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "#server/config/secret.ts";

/** Content of an invitation, before any lookup. */
export type Invitation =
  | { kind: "link"; communityId: string }
  /** `until` in milliseconds since 1970. */
  | { kind: "code"; communityId: string; adminId: string; until: number };

/**
 * The signed token of an invitation, for a link or a QR code.
 * @param nonce of the community's link; a code is signed without one
 */
export function writeToken(secret: string, invitation: Invitation, nonce = ""): string {
  const payload = payloadOf(invitation);
  // No dot, because the server treats an address with one as a file.
  return `${Buffer.from(payload).toString("base64url")}~${sign(secret, payload, nonce)}`;
}

/** The content of a token. Its signature is checked by `isSigned`, because a link's nonce has to be looked up first. */
export function readToken(token: string): Invitation | null {
  const [encoded = "", signature, ...rest] = token.split("~");
  if (signature === undefined || rest.length > 0) return null;
  const [kind, communityId = "", adminId = "", until = "", ...more] = Buffer.from(encoded, "base64url")
    .toString("utf8")
    .split("~");
  if (communityId === "" || more.length > 0) return null;
  if (kind === "link" && adminId === "") return { kind, communityId };
  if (kind === "code" && adminId !== "" && /^\d{1,15}$/.test(until))
    return { kind, communityId, adminId, until: Number(until) };
  return null;
}

export function isSigned(secret: string, token: string, invitation: Invitation, nonce = ""): boolean {
  const expected = Buffer.from(writeToken(secret, invitation, nonce));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function payloadOf(invitation: Invitation): string {
  const { kind, communityId } = invitation;
  // Our ids contain no tilde.
  return kind === "link"
    ? `${kind}~${communityId}`
    : [kind, communityId, invitation.adminId, invitation.until].join("~");
}

function sign(secret: string, payload: string, nonce: string): string {
  return createHmac("sha256", deriveKey(secret, "looby/community-invites/1"))
    .update(`${payload}\n${nonce}`)
    .digest("base64url");
}
