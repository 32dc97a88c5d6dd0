import { getDeviceFilePart } from "#shared/features/voice/contract.ts";
import { send } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";

/** Milliseconds before each retry after a short loss of connection. */
const PAUSES_MS = [1000, 3000];

/** Requests a part of a file, with at most three attempts. @throws ApiError, or the signal's reason */
export async function fetchPart(sha256: string, part: number, signal: AbortSignal): Promise<ArrayBuffer> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask(sha256, part, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unreachable") throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
    }
  }
  return await ask(sha256, part, signal);
}

async function ask(sha256: string, part: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await send(getDeviceFilePart, { params: { hash: sha256, part: String(part) } }, { signal });
  try {
    return await answer.arrayBuffer();
  } catch (cause) {
    // The connection was lost during the response.
    signal.throwIfAborted();
    throw new ApiError(
      "unreachable",
      0,
      "No signal: Looby's server cannot be reached right now.",
      undefined,
      cause,
    );
  }
}
