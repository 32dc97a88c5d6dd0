import { AppError } from "#server/http/app-error.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress, EgressRequest } from "#server/platform/egress.ts";
import { parseStorable } from "#shared/storable-text.ts";

/** One page of conversations with all their words. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Omi responds to a new conversation only after processing it. */
const DEADLINE_MS = 60_000;
const MAX_REASON = 300;
/** Seconds to wait when Omi gives no time. Its limits are per hour. */
const DEFAULT_WAIT_S = 600;

export interface OmiSettings {
  appId: string;
  appKey: string;
  /** Without a trailing slash. */
  apiUrl: string;
}

export type OmiOutcome =
  | { state: "sent" }
  /** Retry later: a limit is reached, or Omi has a problem. */
  | { state: "later"; waitSeconds: number }
  /** Omi will never accept it. */
  | { state: "refused"; message: string };

/** Lists of a person's data that Omi offers. */
export type OmiList = "memories" | "conversations";

/**
 * Omi's integration API, according to its documentation and source code. Writes go to `/v2/integrations/{app_id}/user/...`, which
 * accepts only POST. Reads come from `/v2/integrations/{app_id}/...`. Each call has the app's key as Bearer token and the
 * person's `uid`.
 */
export interface Omi {
  /** Address of the page where a person authorizes this app. Omi redirects to the app's home with `uid` and `state`. */
  authorizeUrl(state: string): string;
  createMemory(
    uid: string,
    memory: { id: string; content: string; tags: readonly string[] },
  ): Promise<OmiOutcome>;
  /** @param text its first line is the title: Omi has no field for one */
  createConversation(uid: string, conversation: { text: string; startedAt: Date }): Promise<OmiOutcome>;
  /** Shows a notification on the person's phone. Omi accepts ten per hour. */
  notify(uid: string, message: string): Promise<OmiOutcome>;
  /**
   * One page of a person's data, as Omi sends it. Memories are ordered by Omi's own score, conversations newest first. Omi leaves
   * out rows it cannot read, so only an empty page marks the end.
   * @param page `limit` is 1 to 1,000
   * @throws AppError `too-large` (try a smaller page), `upstream-failed`, `unavailable`
   */
  list(what: OmiList, uid: string, page: { limit: number; offset: number }): Promise<unknown[]>;
}

/** Only finished conversations, each with all its words. By default only the first 100 segments are sent. */
const OF_LIST: Record<OmiList, Readonly<Record<string, string>>> = {
  memories: {},
  conversations: { statuses: "completed", max_transcript_segments: "-1" },
};

export function omiOver(egress: Egress, { appId, appKey, apiUrl }: OmiSettings): Omi {
  const call = async (
    path: string,
    query: Readonly<Record<string, string>>,
    init: Pick<EgressRequest, "method" | "body">,
  ) => {
    const address = `${apiUrl}/v2/integrations/${encodeURIComponent(appId)}/${path}`;
    return await egress(`${address}?${new URLSearchParams(query).toString()}`, {
      purpose: "omi",
      headers: { authorization: `Bearer ${appKey}`, "content-type": "application/json" },
      deadlineMs: DEADLINE_MS,
      ...init,
    });
  };
  const post = async (
    path: string,
    query: Readonly<Record<string, string>>,
    init: Pick<EgressRequest, "body">,
  ): Promise<OmiOutcome> => {
    let response: Response;
    try {
      response = await call(path, query, { method: "POST", ...init });
    } catch {
      return { state: "later", waitSeconds: 60 };
    }
    return await outcomeOf(response);
  };
  const write = async (uid: string, path: string, body: unknown) =>
    await post(path, { uid }, { body: JSON.stringify(body) });
  return {
    authorizeUrl: (state) =>
      `${apiUrl}/v1/oauth/authorize?app_id=${encodeURIComponent(appId)}&state=${encodeURIComponent(state)}`,
    // `text` is required but may be null. If both were filled, Omi would create its own memories from the text.
    createMemory: (uid, { id, content, tags }) =>
      write(uid, "user/memories", {
        text: null,
        text_source: "other",
        text_source_spec: "looby",
        memories: [{ content, tags, source_id: id }],
      }),
    createConversation: (uid, { text, startedAt }) =>
      write(uid, "user/conversations", {
        text,
        started_at: startedAt.toISOString(),
        text_source: "message",
        text_source_spec: "looby",
        language: "en",
      }),
    notify: (uid, message) => post("notification", { uid, message }, {}),
    async list(what, uid, { limit, offset }) {
      const query = { uid, limit: String(limit), offset: String(offset), ...OF_LIST[what] };
      const response = await call(what, query, { method: "GET" });
      if (response.ok) return listIn(await readBoundedText(response, MAX_ANSWER_BYTES), what);
      throw errorOf(await outcomeOf(response));
    },
  };
}

function errorOf(outcome: OmiOutcome): AppError {
  return outcome.state === "refused"
    ? new AppError("upstream-failed", `Omi says: ${outcome.message}`)
    : new AppError("unavailable", "Omi has no answer right now. Please try again later.", {
        retryAfter: outcome.state === "later" ? outcome.waitSeconds : DEFAULT_WAIT_S,
      });
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

/** Reads `detail` as FastAPI writes it: a sentence or a list of errors. */
async function reasonIn(response: Response): Promise<string> {
  try {
    const { detail } = parseStorable((await readBoundedText(response, 64 * 1024)) ?? "") as {
      detail?: unknown;
    };
    const parts = Array.isArray(detail)
      ? detail.map((part: { msg?: unknown } | null) => part?.msg)
      : [detail];
    const sentence = parts.filter((part) => typeof part === "string").join(" ");
    if (sentence.trim() !== "") return sentence.trim().slice(0, MAX_REASON).toWellFormed();
  } catch {
    // Fall through: the status is the reason.
  }
  return `status ${response.status}`;
}

function listIn(text: string | null, what: OmiList): unknown[] {
  if (text === null) throw new AppError("too-large", "Omi sent more than one answer may hold.");
  try {
    const list = (parseStorable(text) as Record<string, unknown>)[what];
    if (Array.isArray(list)) return list as unknown[];
  } catch {
    // Fall through to the error below.
  }
  throw new AppError("upstream-failed", "Omi gave no readable answer. Please try again later.");
}
