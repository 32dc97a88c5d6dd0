import { AppError } from "#server/http/app-error.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Omi answers a conversation only after it has worked on it. */
const DEADLINE_MS = 60_000;
const MAX_REASON = 300;
/** Seconds, when Omi names none: its limits are by the hour. */
const DEFAULT_WAIT_S = 600;

export interface OmiSettings {
  appId: string;
  appKey: string;
  /** Without a slash at its end. */
  apiUrl: string;
}

export type OmiOutcome =
  | { state: "sent" }
  /** To be tried again: its limit is reached, or it is not well. */
  | { state: "later"; waitSeconds: number }
  /** It will never take it. */
  | { state: "refused"; message: string };

/** Omi's integration calls, as its documentation has them (`/v2/integrations/{app_id}/user/...`, Bearer of the app). */
export interface Omi {
  /** Where a person allows this app; Omi leads back to the app's home with `uid` and `state`. */
  authorizeUrl(state: string): string;
  createMemory(
    uid: string,
    memory: { id: string; content: string; tags: readonly string[] },
  ): Promise<OmiOutcome>;
  /** @param text its first line is the title: Omi has no field for one */
  createConversation(uid: string, conversation: { text: string; startedAt: Date }): Promise<OmiOutcome>;
  /** A page of a person's memories, as Omi sends them. @throws AppError `upstream-failed`, `unavailable` */
  listMemories(uid: string, page: { limit: number; offset: number }): Promise<unknown[]>;
}

export function omiOver(egress: Egress, { appId, appKey, apiUrl }: OmiSettings): Omi {
  const call = async (uid: string, path: string, init: { method: string; body?: string; query?: string }) => {
    const query = `uid=${encodeURIComponent(uid)}${init.query ?? ""}`;
    return await egress(`${apiUrl}/v2/integrations/${encodeURIComponent(appId)}/user/${path}?${query}`, {
      purpose: "omi",
      method: init.method,
      headers: { authorization: `Bearer ${appKey}`, "content-type": "application/json" },
      ...(init.body === undefined ? {} : { body: init.body }),
      deadlineMs: DEADLINE_MS,
    });
  };
  const write = async (uid: string, path: string, body: unknown): Promise<OmiOutcome> => {
    let response: Response;
    try {
      response = await call(uid, path, { method: "POST", body: JSON.stringify(body) });
    } catch {
      return { state: "later", waitSeconds: 60 };
    }
    return await outcomeOf(response);
  };
  return {
    authorizeUrl: (state) =>
      `${apiUrl}/v1/oauth/authorize?app_id=${encodeURIComponent(appId)}&state=${encodeURIComponent(state)}`,
    // `text` is required though it may be null; with both filled Omi would make memories of its own out of the text.
    createMemory: (uid, { id, content, tags }) =>
      write(uid, "memories", {
        text: null,
        text_source: "other",
        text_source_spec: "looby",
        memories: [{ content, tags, source_id: id }],
      }),
    createConversation: (uid, { text, startedAt }) =>
      write(uid, "conversations", {
        text,
        started_at: startedAt.toISOString(),
        text_source: "message",
        text_source_spec: "looby",
        language: "en",
      }),
    async listMemories(uid, { limit, offset }) {
      const response = await call(uid, "memories", {
        method: "GET",
        query: `&limit=${limit}&offset=${offset}`,
      });
      const outcome = response.ok ? { state: "sent" as const } : await outcomeOf(response);
      if (outcome.state === "later")
        throw new AppError("unavailable", "Omi has no answer right now. Please try again later.", {
          retryAfter: outcome.waitSeconds,
        });
      if (outcome.state === "refused") throw new AppError("upstream-failed", `Omi says: ${outcome.message}`);
      const text = await readBoundedText(response, MAX_ANSWER_BYTES);
      return memoriesIn(text);
    },
  };
}

async function outcomeOf(response: Response): Promise<OmiOutcome> {
  if (response.ok) {
    void response.body?.cancel();
    return { state: "sent" };
  }
  if (response.status === 429 || response.status >= 500) {
    void response.body?.cancel();
    const named = Number(response.headers.get("retry-after"));
    const waitSeconds = Number.isFinite(named) && named > 0 ? Math.min(named, 3600) : DEFAULT_WAIT_S;
    return { state: "later", waitSeconds: response.status === 429 ? waitSeconds : 60 };
  }
  return { state: "refused", message: await reasonIn(response) };
}

/** `detail` as FastAPI writes it: a sentence, or a list of what is wrong. */
async function reasonIn(response: Response): Promise<string> {
  try {
    const { detail } = JSON.parse((await readBoundedText(response, 64 * 1024)) ?? "") as { detail?: unknown };
    const parts = Array.isArray(detail)
      ? detail.map((part: { msg?: unknown } | null) => part?.msg)
      : [detail];
    const sentence = parts.filter((part) => typeof part === "string").join(" ");
    if (sentence.trim() !== "") return sentence.trim().slice(0, MAX_REASON).toWellFormed();
  } catch {
    // The status says it.
  }
  return `status ${response.status}`;
}

function memoriesIn(text: string | null): unknown[] {
  try {
    const { memories } = JSON.parse(text ?? "") as { memories?: unknown };
    if (Array.isArray(memories)) return memories as unknown[];
  } catch {
    // Said below.
  }
  throw new AppError("upstream-failed", "Omi gave no readable answer. Please try again later.");
}
