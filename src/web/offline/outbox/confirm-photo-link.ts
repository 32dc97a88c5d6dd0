import { getPhoto } from "#shared/features/photos/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { send } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";

const headPhoto = defineEndpoint({ ...getPhoto, id: "photos.head", method: "HEAD" });

/** Milliseconds between the checks of a link. */
const WAITS = [1000, 2000, 4000];
/** Time limit of one check, in milliseconds. */
const TIMEOUT_MS = 10_000;

type Wait = (milliseconds: number) => Promise<void>;

/**
 * Sends a HEAD request for an uploaded photo, and up to three more.
 * @returns the reason why the upload failed, for the user; null when the link works
 */
export async function confirmPhotoLink(url: string, wait: Wait = pause): Promise<string | null> {
  for (const delay of [...WAITS, null]) {
    const status = await statusOf(url);
    // 410: an expired link, as in an upload's stored answer that was fetched late. Only a valid link gets this status.
    if (status === 200 || status === 410) return null;
    if (delay !== null) await wait(delay);
  }
  return "Failed to upload image. Please try again.";
}

/** HTTP status; 0 without an answer from our server. */
async function statusOf(url: string): Promise<number> {
  try {
    const response = await send(headPhoto, photoOfLink(url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.status;
  } catch (error) {
    return error instanceof ApiError && error.code !== "unreachable" ? error.status : 0;
  }
}

/** The call to a photo's signed link. */
export function photoOfLink(url: string) {
  const { pathname, searchParams } = new URL(url, "http://same-origin");
  const [folder = "", owner = "", name = ""] = pathname.split("/").slice(-3);
  return {
    params: { folder, owner, name },
    query: {
      expires: searchParams.get("expires") ?? "",
      signature: searchParams.get("signature") ?? "",
      ...(searchParams.get("size") === "thumb" ? { size: "thumb" as const } : {}),
    },
  };
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
