import { getPhoto } from "#shared/features/photos/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { ApiError, send } from "#web/lib/server/api-client.ts";

const headPhoto = defineEndpoint({ ...getPhoto, id: "photos.head", method: "HEAD" });

/** Milliseconds between the checks of a link. */
const WAITS = [1000, 2000, 4000];
/** Milliseconds one check may take. */
const TIMEOUT_MS = 10_000;

type Wait = (milliseconds: number) => Promise<void>;

/**
 * Asks for an uploaded photo's head, and up to three times again.
 * @returns why the upload does not count, for the person; null when the link answers
 */
export async function confirmPhotoLink(url: string, wait: Wait = pause): Promise<string | null> {
  for (const delay of [...WAITS, null]) {
    const status = await statusOf(url);
    // 410: a link that ended, as in an upload's stored answer that was fetched late. Only a true link is told so.
    if (status === 200 || status === 410) return null;
    if (delay !== null) await wait(delay);
  }
  return "Failed to upload image. Please try again.";
}

/** HTTP status; 0 when no answer of ours came. */
async function statusOf(url: string): Promise<number> {
  const { pathname, searchParams } = new URL(url, "http://same-origin");
  const [folder = "", owner = "", name = ""] = pathname.split("/").slice(-3);
  const query = {
    expires: searchParams.get("expires") ?? "",
    signature: searchParams.get("signature") ?? "",
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await send(headPhoto, { params: { folder, owner, name }, query }, { signal });
    return response.status;
  } catch (error) {
    return error instanceof ApiError && error.code !== "unreachable" ? error.status : 0;
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
