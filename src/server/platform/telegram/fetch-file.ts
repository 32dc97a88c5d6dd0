import type { Api } from "grammy";
import type { Log } from "#server/log.ts";
import type { Egress } from "#server/platform/egress.ts";
import type { FetchedFile } from "./telegram-bot.ts";

/** For the whole file: 20 MB over a camp's slow connection. */
const FILE_DEADLINE_MS = 120_000;
/** A path as Telegram gives it: `voice/file_3.oga`. Not absolute, no `..`, not a URL. */
const PLAIN_PATH = /^(?!.*\.\.)[\w-][\w./-]{0,300}$/;

interface Source {
  api: Pick<Api, "getFile">;
  egress: Egress;
  /** Without a trailing slash. */
  apiUrl: string;
  token: string;
}

/** Fetches a file, only from the API's own address. Never throws. */
export async function fetchTelegramFile(
  { api, egress, apiUrl, token }: Source,
  { fileId, maxBytes }: { fileId: string; maxBytes: number },
  log: Log,
): Promise<FetchedFile> {
  try {
    const { file_path: path, file_size: told = 0 } = await api.getFile(fileId);
    if (told > maxBytes) return { state: "too-large" };
    if (typeof path !== "string" || !PLAIN_PATH.test(path)) {
      log.warn("Telegram gave a file a path that is none");
      return { state: "failed" };
    }
    const response = await egress(`${apiUrl}/file/bot${token}/${path}`, {
      purpose: "telegram",
      signal: AbortSignal.timeout(FILE_DEADLINE_MS),
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined); // the connection may be closed already
      log.warn({ status: response.status }, "Telegram did not hand over a file");
      return { state: "failed" };
    }
    const bytes = await readAtMost(response, maxBytes);
    return bytes === null ? { state: "too-large" } : { state: "fetched", bytes };
  } catch (error) {
    if (error instanceof Error && /file is too big/i.test(error.message)) return { state: "too-large" };
    log.warn({ err: error }, "a file was not fetched from Telegram");
    return { state: "failed" };
  }
}

/** Null when there is more. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
